import { normalizeProse } from "./normalizeText.ts";
import { splitIdentifier, stem } from "./tokenize.ts";

/**
 * Words that some write as one and others as two: "websocket" and `WebSocketHandler`, "github" and `GitHubClient`, "filename" and
 * `readFileName`. Gathered from the identifiers of the development repositories that write both, and reviewed manually.
 */
const COMPOUNDS = `
  add on, allow list, array list, auto commit, auto complete, auto detect, auto fix, auto focus, auto gen, auto generated, auto link,
  auto load, auto play, auto save, auto scale, auto scroll, back end, back ground, back log, back off, back slash, back tick, back trace,
  back up, base class, base dir, base line, base name, big int, bit bucket, bit coin, bit field, bit map, bit mask, bit set, black list,
  block list, blue print, boiler plate, book mark, break point, built in, byte array, byte buffer, byte code, byte string, call back,
  call graph, call site, call stack, camel case, catch all, catch up, change log, char set, check box, check in, check list, check out,
  check point, check sum, child node, class name, clean up, click house, cloud flare, cockroach db, code base, code gen, code page,
  code point, column name, common js, content type, couch db, cross origin, cross platform, cross ref, dash board, data base,
  data center, data dog, data frame, data set, data sets, data source, data store, data structure, data type, date time, dead line,
  dead lock, default dict, deny list, dev ops, dir name, dir path, doc string, doc type, domain name, double click, down grade,
  down load, down stream, drop down, drop in, dynamo db, e tag, edge case, elastic search, end point, end user, entry point, env var,
  err msg, err no, error code, es lint, exc info, exit code, face book, fail over, fall back, feed back, field name, file name,
  file path, file system, finger print, fire base, fix up, follow up, foot print, for each, fore ground, free bsd, front end,
  full screen, g rpc, g zip, get attr, get env, get item, git hub, git ignore, git lab, git ops, grand child, grand parent, graph ql,
  hand shake, hash code, hash map, hash set, hash table, head line, heart beat, home dir, host name, hot fix, hot key, hot reload,
  hot spot, hub spot, i frame, i pv, in box, in line, influx db, intelli j, java fx, java script, jet brains, js doc, json p, kebab case,
  keep alive, key board, key down, key pair, key press, key ring, key space, key store, key stroke, key up, key value, key word,
  life cycle, life time, line break, linked in, linked list, live lock, load balancer, load time, local host, local storage, local time,
  lock file, log file, log in, log level, log on, log out, long hand, look up, lower case, mac os, mail box, map reduce, maria db,
  mark down, mark up, mem cache, mem cached, mem pool, meta class, meta data, middle ware, mime type, mix in, mock up, mongo db,
  mono repo, mouse down, mouse move, mouse up, multi byte, multi cast, multi line, multi part, multi process, multi tenant, multi thread,
  multi threaded, multi value, my sql, name server, name space, named tuple, nav bar, new line, nick name, no cache, no sql, node js,
  node list, non blocking, non empty, non existent, non null, non standard, non zero, note book, o auth, o auth2, off line, off load,
  on click, on line, on load, op code, open api, open shift, opt in, opt out, out box, out line, over flow, over head, over ride,
  parent node, pascal case, pass phrase, pass through, path name, pay load, pipe line, place holder, plug in, plug ins, pop up,
  post code, post condition, post gres, post process, postgre sql, power shell, pre compute, pre condition, pre load, pre process,
  pre processor, pre release, progress bar, proto buf, proxy user, query set, query string, quick start, rabbit mq, rate limit,
  rate limiter, read dir, read line, read link, read me, read only, real time, red hat, reg ex, reg exp, roll back, round robin,
  round trip, rule set, run time, rust doc, sales force, sand box, screen shot, scroll bar, sem ver, service now, session storage,
  set attr, set env, set item, set up, short cut, short hand, shut down, sibling node, side bar, side car, side effect, sign in,
  sign out, sign up, snake case, snap shot, source map, spread sheet, sq lite, stack overflow, stack trace, stake holder, start up,
  status bar, status code, std err, std in, std io, std out, story book, style sheet, sub array, sub class, sub classes, sub command,
  sub commands, sub dir, sub document, sub documents, sub domain, sub module, sub modules, sub net, sub path, sub process, sub queries,
  sub query, sub schema, sub section, sub string, sub system, sub task, sub tasks, sub tree, sub type, sub types, super class, super set,
  super type, super user, table name, tag name, tear down, temp dir, temp file, template file, test case, text area, text box,
  thread local, thread pool, thread safe, thumb nail, time delta, time line, time out, time outs, time series, time stamp, time zone,
  tmp dir, tool bar, tool box, tool chain, tool kit, tool set, tool tip, trace back, tree map, tree set, ts config, type cast,
  type check, type def, type name, type script, un zip, under flow, under line, under score, up grade, up load, up stream, upper case,
  use case, user agent, user id, user name, view model, view port, virtual env, vs code, wake up, warm up, water mark, web assembly,
  web gl, web hook, web kit, web pack, web page, web rtc, web server, web site, web socket, web sockets, white list, white space,
  wild card, work book, work dir, work flow, work load, work sheet, work space, work tree, write back, write only, you track, you tube,
  zip code
`;

const compounds: ReadonlyMap<string, string> = new Map(
  COMPOUNDS.split(",").map((pair) => {
    const [first = "", second = ""] = pair.trim().split(" ");
    return [`${first} ${second}`, first + second];
  }),
);

/**
 * Stems of the compounds of adjacent words in an identifier, for `WebSocketHandler` that of "websocket". They are indexed in addition to
 * `termsOf`, and never queried: a query for `WebSocket` also matches text with the two words apart.
 */
export function compoundStemsOf(token: string): string[] {
  const words = splitIdentifier(token);
  const result: string[] = [];
  for (let at = 0; at + 1 < words.length; at++) {
    const compound = compounds.get(normalizeProse(`${words[at]} ${words[at + 1]}`));
    if (compound !== undefined) result.push(stem(compound));
  }
  return result;
}

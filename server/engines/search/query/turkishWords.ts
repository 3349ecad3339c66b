import { normalizeProse } from "../../../index/text/normalizeText.ts";

/**
 * Turkish stems of software texts and their English words: `stem word word`, one entry per semicolon, without Turkish letters. A project
 * whose own texts are Turkish does not need it: a word of the index is never translated.
 */
const ENTRIES = `
  abone subscribe subscription subscriber; adim step; adres address url; ag network net; agac tree; agirlik weight; akis flow stream feed; aktar transfer migrate export
  import; aktif active enabled; al get receive fetch; alan field domain area; alici recipient receiver consumer; altyapi infrastructure;
  ana main root; anahtar key switch; anlik instant realtime; ara search find lookup; arabellek buffer; arac tool; aralik range interval; arama search query; arayuz interface ui;
  arka back background; arsiv archive; arsivle archive; asenkron async asynchronous; asim timeout exceeded overflow; ata assign; atama assignment; atla skip; ayar setting config option;
  ayarla set configure; ayikla filter debug parse; ayir split separate; ayristir parse parser; ayristirici parser; azalt reduce decrease; azami maximum max; bag link bind;
  bagimlilik dependency dependencies; baglan connect; baglanti connection link; bagli linked connected attached; baglam context; basari success; basarili success successful; basarisiz failed
  failure fail; baslangic start initial; baslat start launch; baslatma start initialization init; baslik header title heading; bekle wait; bekleme wait pending delay; bekleyen pending; bellek memory;
  belge document; belgele document; belirt specify; belirtec token; bicim format; bicimlendir format formatter; bildir notify report; bildirim notification; bilesen component; bilgi info information;
  birim unit; birlestir merge join combine concat; bit end finish expire; bitir finish complete; bolge region zone; bolum section part; bos empty null blank; boyut size dimension; boyutlandir resize;
  bul find; bulut cloud; butunluk integrity; calis run work execute; calisma run runtime execution; calistir run execute; cagir call invoke; cagri call; canli live; cek pull fetch;
  cevap response answer reply; cevir convert translate; ceviri translation; cevirme conversion translation; cevrimdisi offline; cevrimici online; cihaz device; cikar remove extract; cikis exit logout output; cik exit logout leave;
  cikti output; cizgi line; ciz draw render; cizim drawing render; cizelge chart table; coklu multiple multi; cokme crash; coz resolve solve decode; cozum solution resolve; cozumle resolve parse analyze;
  cubuk bar; dagit distribute deploy; dagitim deployment distribution; dal branch; damga stamp; defter ledger book; deger value; degis change; degisiklik change diff; degisken variable; degistir change replace modify;
  degistirme change replace; dene try test; deneme try attempt retry trial; denetim audit control; denetle check audit; depo repository store storage repo; depola store; depolama storage; derinlik depth;
  derle compile build; derleme compile build; derleyici compiler; destek support; desen pattern; devam continue resume; devre circuit; dil language locale; dinle listen; dinleyici listener; dis external outer; dizge string; dizi array list;
  dizin directory index folder; dizinle index; dogrula validate verify authenticate; dogrulama validation verification authentication; dogru true correct valid; dokum dump; dokuman document; dondur return rotate freeze;
  donus return; donustur convert transform; donusum conversion transform; dongu loop cycle; dosya file; duraklat pause; durdur stop; durum state status; duyarli sensitive; duzelt fix correct; duzeltme fix correction; duzen layout order;
  duzenle edit; duzenleme edit; duzenleyici editor; duzenli regular; duzey level; eklenti plugin extension addon; ekle add insert append; ekran screen; eksik missing; eleman element item; engelle block prevent; erisim access; eris access reach; erteleme delay
  defer; esik threshold; esle map match pair; eslesme match; eslestir match map; esit equal; esitle sync synchronize; eszamanli concurrent; etiket label tag; etkin active enabled; etkinlestir enable activate; etkinlik event activity; evrensel universal global;
  fare mouse; fatura invoice bill billing; fiyat price; fonksiyon function; gecerli valid current; gecersiz invalid; gecersizles invalidate expire; gecici temporary temp; gecikme delay latency; gecis transition migration; gecmis history past; gelen incoming
  inbox; gelistir develop; gelistirici developer; genislet expand extend; genislik width; geri back return; geridon rollback return; gerial undo revert; getir get fetch; girdi input entry; giris login input entry; gir enter login; gizle hide;
  gizli hidden secret private; gonder send submit post; gonderici sender; gorev task job; gorsel image visual; goster show display; gosterge indicator; goruntu image view; goruntule view display; gorunum view appearance; gozlem observation; grup group; guncel current;
  guncelle update; guncelleme update upgrade; gunluk log daily; guven trust; guvenli secure safe; guvenlik security; hafiza memory; hak right permission; hareket move motion; hata error fail failure exception; hatali invalid wrong faulty; hazir ready; hedef target destination;
  hesap account; hesapla calculate compute; hizmet service; hiz speed rate; icerik content; icindekiler contents; ilerleme progress; ileri forward next; ileti message; iletisim communication contact; imza signature sign; imzala sign; indir download; indirgeme
  reduction; iptal cancel abort; islem operation process transaction; isle process handle; isleyici handler; islev function; istatistik statistics stats; istek request; istemci client; istisna exception; isim name; is job work; izin permission allow; izle watch monitor track;
  izleme tracking monitoring trace; kabuk shell; kaldir remove delete; kalinti residue; kalip pattern template; kalite quality; kanal channel; kapali closed disabled; kapat close disable; kapan close shutdown; kapsam scope coverage; kapsayici container; karakter character char; karma hash; karsilastir compare; karsilastirma
  comparison compare; katman layer; kaydet save store record; kaydir scroll shift; kayit record registration log entry; kayd record registration log entry; kaynak source resource; kesil interrupt; kesinti interruption outage; kilit lock; kilitle lock; kimlik identity id credential; kisayol shortcut; kisi person contact;
  kisitla restrict limit; klasor folder directory; klavye keyboard; kod code; kodla encode; kodlama encoding; kok root; komut command; konsol console; kontrol check control; konu subject topic issue; konum location position; kopya copy; kopyala copy; koru protect;
  kosul condition; kota quota; kucult shrink minimize; kullanici user; kullanim usage; kullan use; kume set cluster; kural rule; kur install setup; kurulum installation setup install; kurtar recover rescue; kutu box; kutuphane library; kuyruk queue; liste list;
  listele list; makine machine; mesaj message; metin text; metot method; mevcut existing current; misafir guest; model model; nesne object; nitelik attribute property; numara number; odeme payment; oge item element; okuma read; oku read; olay event; olcek scale; olcu measure metric; olcum
  measurement metric; olustur create generate build; olusturma creation create; onay approval confirm; onayla approve confirm; onbellek cache; oncelik priority; onceki previous; oneri suggestion proposal; onizleme preview; onyukle bootstrap boot; oran rate ratio; ornek example sample instance;
  ortak common shared; ortalama average mean; ortam environment; oturum session; oyku story; ozel private custom special; ozellik feature property; ozet summary digest hash; paket package bundle packet; panel panel dashboard; pano clipboard board; parametre parameter; parca part piece chunk; parola password;
  patla explode; paylas share; pencere window; performans performance; plan plan schedule; posta mail email; proje project; protokol protocol; rapor report; rastgele random; renk color colour; resim image picture; rol role; rota route; sabit constant fixed; sadelestir simplify; sahip owner; saklama storage retention;
  sakla store hide; sanal virtual; sarmala wrap; satir line row; sayac counter; sayfa page; sayfala paginate; sayfalama pagination paging; say count; sayi number count; sec select choose; secenek option choice; secim selection; seri series serial; serilestir serialize; ses sound audio; sertifika certificate; sema schema; sembol symbol; senkron sync synchronous;
  servis service; sifirla reset; sifir zero null; sifre password; sifrele encrypt; sifreleme encryption cipher; sifreyi password; sikistir compress; sikistirma compression; silme delete removal; sil delete remove; simge icon symbol; sinif class; sinir limit boundary bound; sinirla limit restrict throttle; sinirlama limit throttle;
  siparis order; sirala sort order; siralama sort sorting order; sira order queue sequence; sistem system; sonlandir terminate end; sonuc result outcome; sorgu query; sorgula query; sorumlu responsible assignee owner; sorun issue problem; soz promise; sozdizim syntax; sozlesme contract; sozluk dictionary; surucu driver; sure duration time; surec process; sunucu server;
  sutun column; surum version release; surukle drag; tablo table; tahmin estimate prediction guess; takip track follow; takma alias; takvim calendar; tamam complete done; tamamla complete; tampon buffer; tanim definition; tanimla define; taban base; tara scan; tarayici browser scanner; tarih date; taslak draft; tasi move carry; tasima migration transport move; tekil single unique; tekrar
  retry repeat again; tema theme; temel base basic; temizle clean clear; temizleme cleanup clean clear; test test; tetikle trigger; tik click; toplam total sum; toplu bulk batch; topla collect sum aggregate; tur type kind; turet derive; tus key; ulas reach; uretici generator producer; uret generate produce; uyari warning alert; uyar warn; uyum compatibility; uyumlu compatible;
  uye member; uyelik membership; uygula apply implement; uygulama application app; uzak remote; uzanti extension; uzunluk length; varlik entity asset; varsayilan default; veri data; veritabani database; yaniltma spoof; yanit response answer reply; yanki echo; yansi reflect; yap do make; yapi structure; yapilandir configure; yapilandirma configuration config; yapistir
  paste; yardim help; yaz write; yazar author writer; yazdir print; yazici printer writer; yazi text font; yazilim software; yazma write; yedek backup replica; yedekle backup; yenile refresh renew reload; yeni new; yeniden again retry re; yer place location; yerel local; yerlestir place embed; yetki permission authorization privilege; yetkilendir authorize; yetkilendirme authorization;
  yetkisiz unauthorized; yigin stack heap; yinele repeat iterate; yoksay ignore; yok missing none; yol path route; yonet manage; yonetici manager admin administrator; yonetim management administration; yonlendir redirect route forward; yonlendirme redirect redirection routing; yonlendirici router; yorum comment; yorumla interpret; yorumlayici interpreter; yukle load upload install; yukleme
  load upload loading; yuk load payload; yukseklik height; yukselt upgrade raise; yuva slot socket; zaman time; zamanasimi timeout; zamanla schedule; zamanlama schedule timing; zamanlayici timer scheduler; zincir chain; zorunlu required mandatory
`;

const ENGLISH_OF = new Map(
  ENTRIES.split(";").map((entry) => {
    const [stem = "", ...words] = entry.trim().split(/\s+/);
    return [stem, words] as const;
  }),
);

/** Suffixes of Turkish nouns and verbs, one after the other, without Turkish letters; vowels change by harmony. */
const SUFFIXES =
  /^(?:l[ae]r|l[iu]k|l[iu]|s[iu]z|c[iu]|m[ae]k?|[iu]n?[iu]z|[iu]m[iu]z|[sny]?[iu]n?|n[iu]n|n?[dt][ae]n?|[yn]?[ae]|yl[ae]|k[iu]|[iu]yor|m[iu]s|[dt][iu]|[ae]c[ae][kg]|[iu]l|n|l|[iu]r|[ae]r|[dt][iu]r|[ae]n|y[ae]n|[dt][iu][kg])+$/;
/** A shorter stem with suffixes is often an English word: `iş` in "issue". */
const MIN_SUFFIXED_STEM = 3;

/** English words for a Turkish word in any of its forms, the likeliest first; none for a word that is not in the list. */
export function englishWords(word: string): readonly string[] {
  const folded = normalizeProse(word);
  for (let length = folded.length; length >= Math.min(MIN_SUFFIXED_STEM, folded.length); length--) {
    const stem = folded.slice(0, length);
    const suffix = folded.slice(length);
    if (suffix !== "" && !SUFFIXES.test(suffix)) continue;
    // Final k, p, t and c soften before a vowel: kayıt, kayd-; çubuk, çubuğ-.
    const english = ENGLISH_OF.get(stem) ?? (suffix === "" ? undefined : ENGLISH_OF.get(hardened(stem)));
    if (english) return english;
  }
  return [];
}

const hardened = (stem: string): string =>
  stem.replace(/[gbdc]$/, (last) => ({ g: "k", b: "p", d: "t", c: "c" })[last] ?? last);

// Stands in for fast-safe-stringify, which superagent brings along for bodies that hold themselves: what the app sends is plain.
module.exports = JSON.stringify;

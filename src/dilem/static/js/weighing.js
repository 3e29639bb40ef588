// The arithmetic of a recommendation, as docs/analysis.md describes it: from the `analysis` of a result
// to the preferences of its options, and to what they become when one criterion is tilted. The engine
// does the same in Python; tests/engine/vectors.json holds both to the same figures.

const POINTS = 512
const BASES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31]
const SKIPPED = 20
const ONLY_AT_LEAST = 0.6
const NOT_AT_MOST = 0.02
const PASSES = 8
const UNKNOWN = { mean: 0.5, sd: 0.29 }

// Gauss-Hermite nodes and weights of order 15 for the standard normal distribution.
const NODES = [
  -6.363947888829836, -5.190093591304780, -4.196207711269016, -3.289082424398766, -2.432436827009758,
  -1.606710069028730, -0.7991290683245480, 0.0, 0.7991290683245480, 1.606710069028730,
  2.432436827009758, 3.289082424398766, 4.196207711269016, 5.190093591304780, 6.363947888829836,
]
const NODE_WEIGHTS = [
  8.589649899633349e-10, 5.975419597920657e-07, 5.642146405189030e-05, 1.567357503549960e-03,
  1.736577449213769e-02, 8.941779539984441e-02, 2.324622936097325e-01, 3.182595182595183e-01,
  2.324622936097325e-01, 8.941779539984441e-02, 1.736577449213769e-02, 1.567357503549960e-03,
  5.642146405189030e-05, 5.975419597920657e-07, 8.589649899633349e-10,
]

/**
 * The preferences of a result's options, by option id, in hundredths that sum to 1.
 *
 * @param {object} analysis the `analysis` of a result
 * @param {Record<string, number>} tilts criterion id to tilt: its weight is multiplied by e^tilt
 * @returns {Record<string, number>}
 */
export function preferences(analysis, tilts = {}) {
  const { ids, allowed } = contenders(analysis)
  const shares = shared(analysis, ids, allowed, tilts)
  return Object.fromEntries(rounded(shares).map((share, index) => [ids[index], share]))
}

/** The id of the option that is best in most weighings; of equal ones the first in alphabetical order. */
export function leader(analysis, tilts = {}) {
  const { ids, allowed } = contenders(analysis)
  const weights = sample(analysis).map(point => tilted(point, analysis.criteria, tilts))
  const acceptability = accepted(analysis, ids, allowed, weights)
  const ahead = (a, b) => acceptability[b] - acceptability[a] || (ids[a] < ids[b] ? -1 : 1)
  return ids[[...allowed].sort(ahead)[0]]
}

function contenders(analysis) {
  const ids = Object.keys(analysis.scores)
  const out = new Set(analysis.exclusions.map(exclusion => exclusion.option))
  return { ids, allowed: ids.map((id, index) => index).filter(index => !out.has(ids[index])) }
}

function shared(analysis, ids, allowed, tilts) {
  if (allowed.length === 0) return ids.map(() => 1 / ids.length)
  if (allowed.length === 1) return ids.map((id, index) => leftOver(analysis, ids, allowed[0], index))

  const weights = sample(analysis).map(point => tilted(point, analysis.criteria, tilts))
  const acceptability = accepted(analysis, ids, allowed, weights)
  const { evidence } = analysis
  return ids.map((id, index) =>
    allowed.includes(index) ? evidence * acceptability[index] + (1 - evidence) / allowed.length : 0)
}

// One option keeps all limits: it gets the evidence, the excluded ones share the rest by gentleness.
function leftOver(analysis, ids, only, index) {
  if (index === only) return analysis.evidence
  const gentle = id => 1 / (1 + analysis.exclusions
    .filter(exclusion => exclusion.option === id)
    .reduce((sum, exclusion) => sum + (exclusion.excess ?? 1), 0))
  const total = ids.filter((id, other) => other !== only).reduce((sum, id) => sum + gentle(id), 0)
  return (1 - analysis.evidence) * gentle(ids[index]) / total
}

/** Hundredths that sum to 1, by the largest remainder. */
export function rounded(shares) {
  const exact = shares.map(share => Number((share * 100).toFixed(7)))
  const whole = exact.map(Math.floor)
  const rest = 100 - whole.reduce((sum, value) => sum + value, 0)
  const remainder = index => Number((exact[index] - whole[index]).toFixed(7))
  shares
    .map((share, index) => index)
    .sort((a, b) => remainder(b) - remainder(a) || exact[b] - exact[a] || a - b)
    .slice(0, rest)
    .forEach(index => { whole[index] += 1 })
  return whole.map(value => value / 100)
}

/** POINTS ways of weighing the criteria that respect everything that was said about weights. */
export function sample(analysis) {
  const ids = analysis.criteria.map(criterion => criterion.id)
  const most = new Set(analysis.cuts.filter(cut => cut.kind === 'most').map(cut => cut.above))
  const tiers = analysis.criteria.map(({ id, origin }) =>
    most.has(id) ? 0 : origin === 'stated' ? 1 : id === 'other' ? 3 : 2)
  const place = id => ids.indexOf(id)
  const overs = analysis.cuts.filter(cut => cut.kind === 'over')

  return simplex(ids.length).map(drawn => {
    let point = byTier(drawn, tiers)
    for (let pass = 0; pass < (overs.length > 1 ? PASSES : 1); pass++) {
      for (const { above, below, ratio } of overs) lift(point, place(above), place(below), ratio ?? 1)
    }
    if (overs.length) {
      press(point, tiers)
      point = normalised(point)
    }
    for (const cut of analysis.cuts) {
      if (cut.kind !== 'only') continue
      point.forEach((weight, index) => { point[index] = weight * (1 - ONLY_AT_LEAST) })
      point[place(cut.above)] += ONLY_AT_LEAST
    }
    setAside(point, new Set(analysis.cuts.filter(cut => cut.kind === 'not').map(cut => place(cut.above))))
    return point
  })
}

function simplex(criteria) {
  return Array.from({ length: POINTS }, (_, row) =>
    normalised(BASES.slice(0, criteria).map(base => -Math.log(radicalInverse(SKIPPED + row, base)))))
}

// The digits of a number in a base, mirrored at the point: the Halton sequence, one prime a criterion.
function radicalInverse(number, base) {
  let mirrored = 0
  let share = 1
  while (number > 0) {
    share /= base
    mirrored += share * (number % base)
    number = Math.floor(number / base)
  }
  return mirrored
}

function byTier(weights, tiers) {
  if (new Set(tiers).size < 2) return [...weights]
  const ordered = [...weights].sort((a, b) => b - a)
  const point = new Array(weights.length)
  let next = 0
  for (const tier of [...new Set(tiers)].sort((a, b) => a - b)) {
    const members = tiers.flatMap((other, index) => (other === tier ? [index] : []))
    members.sort((a, b) => weights[b] - weights[a] || a - b)
    for (const index of members) point[index] = ordered[next++]
  }
  return point
}

function lift(point, above, below, ratio) {
  const pair = point[above] + point[below]
  const least = ratio / (1 + ratio)
  const share = point[above] / Math.max(pair, 1e-300)
  const folded = share >= least ? share : least + (1 - least) * (least - share) / least
  point[above] = folded * pair
  point[below] = pair - point[above]
}

function press(point, tiers) {
  let ceiling = Infinity
  for (const tier of [...new Set(tiers)].sort((a, b) => a - b)) {
    const members = tiers.flatMap((other, index) => (other === tier ? [index] : []))
    for (const index of members) point[index] = Math.min(point[index], ceiling)
    for (const index of members) ceiling = Math.min(ceiling, point[index])
  }
}

function setAside(point, columns) {
  if (columns.size === 0) return
  let before = 0
  let after = 0
  point.forEach((weight, index) => {
    if (!columns.has(index)) return
    point[index] = weight * NOT_AT_MOST
    after += point[index]
  })
  point.forEach((weight, index) => { if (!columns.has(index)) before += weight })
  point.forEach((weight, index) => {
    if (!columns.has(index)) point[index] = weight * (1 - after) / Math.max(before, 1e-300)
  })
}

function normalised(point) {
  const total = point.reduce((sum, weight) => sum + weight, 0)
  return point.map(weight => weight / total)
}

function tilted(point, criteria, tilts) {
  const changed = criteria.some(({ id }) => tilts[id])
  if (!changed) return point
  return normalised(point.map((weight, index) => weight * Math.exp(tilts[criteria[index].id] ?? 0)))
}

function accepted(analysis, ids, allowed, weights) {
  if (allowed.length < 2) return ids.map((id, index) => (allowed.includes(index) ? 1 : 0))
  const scores = ids.map(id => analysis.criteria.map(criterion => analysis.scores[id][criterion.id] ?? UNKNOWN))
  const totals = new Array(ids.length).fill(0)
  for (const point of weights) {
    bestChances(scores, allowed, point).forEach((chance, index) => { totals[index] += chance })
  }
  return totals.map(total => total / weights.length)
}

function bestChances(scores, allowed, point) {
  const chances = new Array(scores.length).fill(0)
  const mean = scores.map(row => row.reduce((sum, score, c) => sum + point[c] * score.mean, 0))
  const sd = scores.map(row => Math.sqrt(row.reduce((sum, score, c) => sum + point[c] ** 2 * score.sd ** 2, 0)))
  if (allowed.length === 2) {
    const [first, second] = allowed
    const spread = Math.sqrt(Math.max(sd[first] ** 2 + sd[second] ** 2, 1e-12))
    chances[first] = normal((mean[first] - mean[second]) / spread)
    chances[second] = 1 - chances[first]
    return chances
  }
  let total = 0
  const floor = sd.map(value => Math.max(value, 1e-6))
  for (const option of allowed) {
    NODES.forEach((node, n) => {
      const level = mean[option] + floor[option] * node
      let product = NODE_WEIGHTS[n]
      for (const rival of allowed) {
        if (rival !== option) product *= normal((level - mean[rival]) / floor[rival])
      }
      chances[option] += product
    })
    total += chances[option]
  }
  return chances.map(chance => chance / Math.max(total, 1e-300))
}

// Abramowitz & Stegun, Handbook of mathematical functions, 7.1.26; error below 1.5e-7.
function normal(x) {
  const z = Math.abs(x) / 1.4142135623730951
  const t = 1 / (1 + 0.3275911 * z)
  const poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  const tail = 0.5 * poly * Math.exp(-z * z)
  return x >= 0 ? 1 - tail : tail
}

// The arithmetic of a recommendation, as docs/analysis.md describes it: from the `analysis` of a result
// to the preferences of its options, and to what they become when criteria are tilted. The engine does
// the same in Python; tests/engine/vectors.json holds both to the same figures.

const POINTS = 512
const MOST_DRAWN = 64 * POINTS
const BASES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31]
const SKIPPED = 20
const ONLY_AT_LEAST = 0.6
const NOT_AT_MOST = 0.02
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
  const ids = Object.keys(analysis.scores)
  const allowed = allowedOf(analysis, ids)
  const shares = allowed.length > 1
    ? shrunk(analysis, allowed, acceptability(analysis, tilts))
    : leftOver(analysis, ids, allowed[0])
  return rounded(Object.fromEntries(ids.map(id => [id, shares[id] ?? 0])))
}

/** The id of the option that is best in the greatest share of weighings; of equal ones the first by id. */
export function leader(analysis, tilts = {}) {
  const shares = acceptability(analysis, tilts)
  const place = id => Number(shares[id].toFixed(9))
  return Object.keys(shares).sort((a, b) => place(b) - place(a) || inOrder(a, b))[0]
}

/**
 * The share of weighings in which each option that breaks no limit is best, by option id.
 *
 * @param {object} analysis the `analysis` of a result
 * @param {Record<string, number>} tilts criterion id to tilt
 * @returns {Record<string, number>}
 */
export function acceptability(analysis, tilts = {}) {
  const allowed = allowedOf(analysis, Object.keys(analysis.scores))
  const rivals = contenders(analysis, allowed)
  const rows = rivals.map(id => analysis.criteria.map(criterion => analysis.scores[id][criterion.id] ?? UNKNOWN))
  const weights = sample(analysis).map(point => tilted(point, analysis.criteria, tilts))
  const totals = rivals.map(() => 0)
  for (const point of weights) {
    bestChances(rows, point).forEach((chance, index) => { totals[index] += chance })
  }
  const shares = Object.fromEntries(allowed.map(id => [id, 0]))
  rivals.forEach((id, index) => { shares[id] = totals[index] / weights.length })
  return shares
}

function allowedOf(analysis, ids) {
  const out = new Set(analysis.exclusions.map(exclusion => exclusion.option))
  return ids.filter(id => !out.has(id))
}

function shrunk({ evidence }, allowed, shares) {
  return Object.fromEntries(allowed.map(id => [id, evidence * shares[id] + (1 - evidence) / allowed.length]))
}

// One option keeps all limits: it gets the evidence, the excluded ones share the rest, the smaller their
// violation the more.
function leftOver({ evidence, exclusions }, ids, only) {
  const out = ids.filter(id => id !== only)
  const gentle = out.map(id => 1 / (1 + exclusions
    .filter(exclusion => exclusion.option === id)
    .reduce((sum, exclusion) => sum + (exclusion.excess ?? 1), 0)))
  const total = gentle.reduce((sum, share) => sum + share, 0)
  const shares = out.map((id, index) => [id, (1 - evidence) * gentle[index] / total])
  return Object.fromEntries([[only, evidence], ...shares])
}

/** Shares by id in hundredths that sum to 1, by the largest remainder; equal ones go by id. */
export function rounded(shares) {
  const ids = Object.keys(shares)
  const exact = Object.fromEntries(ids.map(id => [id, Number((shares[id] * 100).toFixed(7))]))
  const whole = Object.fromEntries(ids.map(id => [id, Math.floor(exact[id])]))
  const rest = 100 - ids.reduce((sum, id) => sum + whole[id], 0)
  const remainder = id => Number((exact[id] - whole[id]).toFixed(7))
  const first = [...ids].sort((a, b) =>
    remainder(b) - remainder(a) || exact[b] - exact[a] || inOrder(a, b))
  for (const id of first.slice(0, rest)) whole[id] += 1
  return Object.fromEntries(ids.map(id => [id, whole[id] / 100]))
}

function inOrder(a, b) {
  return a < b ? -1 : a > b ? 1 : 0
}

// The options that can be best: of three or more, those that no other one dominates.
function contenders(analysis, allowed) {
  if (allowed.length < 3) return allowed
  return allowed.filter(id => !allowed.some(other => dominates(analysis, other, id)))
}

// At least as good on every criterion, and better by more than the spread of the difference on one.
function dominates({ criteria, scores }, one, other) {
  let isBetter = false
  for (const { id } of criteria) {
    const a = scores[one][id]
    const b = scores[other][id]
    if (!a && !b) continue
    const gap = (a ? a.mean : UNKNOWN.mean - UNKNOWN.sd) - (b ? b.mean : UNKNOWN.mean + UNKNOWN.sd)
    if (gap < 0) return false
    if (a && b && gap > Math.sqrt(a.sd * a.sd + b.sd * b.sd)) isBetter = true
  }
  return isBetter
}

/**
 * Ways of weighing the criteria that agree with everything that was said: at most POINTS arrays of weights
 * in the order of `analysis.criteria`, each of sum 1.
 */
export function sample(analysis) {
  const { criteria, cuts } = analysis
  const place = id => criteria.findIndex(criterion => criterion.id === id)
  const above = kind => cuts.filter(cut => cut.kind === kind).map(cut => place(cut.above))
  const rules = { tiers: tiersOf(criteria, cuts), only: above('only').slice(0, 1), aside: above('not') }
  const overs = cuts.filter(cut => cut.kind === 'over')
    .map(cut => ({ above: place(cut.above), below: place(cut.below), ratio: cut.ratio ?? 1 }))

  const points = []
  for (let drawn = 0; drawn < MOST_DRAWN && points.length < POINTS; drawn++) {
    const point = placed(BASES.slice(0, criteria.length).map(base => mirrored(SKIPPED + drawn, base)), rules)
    if (overs.every(over => point[over.above] >= over.ratio * point[over.below])) points.push(point)
  }
  return points
}

// What was said to matter most, what the person named, what follows from their words, the rest.
function tiersOf(criteria, cuts) {
  const first = new Set(cuts.filter(cut => cut.kind === 'most').map(cut => cut.above))
  const named = new Set(cuts.flatMap(cut => [cut.above, cut.below]))
  return criteria.map(({ id, origin }) => {
    if (first.has(id)) return 0
    if (origin === 'stated' || named.has(id)) return 1
    return id === 'other' ? 3 : 2
  })
}

// The digits of a number in a base, mirrored at the point: the Halton sequence, one prime a criterion.
function mirrored(number, base) {
  let result = 0
  let share = 1
  while (number > 0) {
    share /= base
    result += share * (number % base)
    number = Math.floor(number / base)
  }
  return result
}

// Weights at a point of the unit cube, by tiers, with what counts alone and what does not count.
function placed(places, { tiers, only, aside }) {
  const weighed = places.map((value, index) => index).filter(index => !aside.includes(index))
  const point = places.map(value => NOT_AT_MOST * value)
  let left = 1 - places.reduce((sum, value, index) => (aside.includes(index) ? sum + point[index] : sum), 0)
  const spacings = normalised(weighed.map(index => -Math.log(places[index])))
  weighed.forEach((column, index) => { point[column] = spacings[index] })
  sortByTier(point, tiers, weighed.filter(index => !only.includes(index)))
  if (only.length) left -= ONLY_AT_LEAST
  for (const index of weighed) point[index] *= left
  for (const index of only) point[index] += ONLY_AT_LEAST
  return point
}

// Hands the greatest weights to the first tier, and so on; inside a tier the order stays as drawn.
function sortByTier(point, tiers, columns) {
  const ordered = columns.map(index => point[index]).sort((a, b) => b - a)
  const byTier = [...columns].sort((a, b) => tiers[a] - tiers[b] || point[b] - point[a] || a - b)
  byTier.forEach((column, index) => { point[column] = ordered[index] })
}

function normalised(point) {
  const total = point.reduce((sum, weight) => sum + weight, 0)
  return point.map(weight => weight / total)
}

function tilted(point, criteria, tilts) {
  return criteria.reduce(
    (weights, { id }, tiltedOne) => (tilts[id]
      ? normalised(weights.map((weight, index) => (index === tiltedOne ? weight * Math.exp(tilts[id]) : weight)))
      : weights),
    point,
  )
}

// The chance of each option to have the greatest value, at one way of weighing.
function bestChances(rows, point) {
  if (rows.length === 1) return [1]
  const means = rows.map(row => row.reduce((sum, score, index) => sum + point[index] * score.mean, 0))
  const sds = rows.map(row => Math.sqrt(
    row.reduce((sum, score, index) => sum + point[index] * point[index] * (score.sd * score.sd), 0)))
  if (rows.length === 2) {
    const first = normal((means[0] - means[1]) / Math.sqrt(Math.max(sds[0] ** 2 + sds[1] ** 2, 1e-12)))
    return [first, 1 - first]
  }
  const spreads = sds.map(sd => Math.max(sd, 1e-6))
  const chances = rows.map((row, option) => NODES.reduce((sum, node, index) => {
    const level = means[option] + spreads[option] * node
    let chance = NODE_WEIGHTS[index]
    for (let rival = 0; rival < rows.length; rival++) {
      if (rival !== option) chance *= normal((level - means[rival]) / spreads[rival])
    }
    return sum + chance
  }, 0))
  const total = chances.reduce((sum, chance) => sum + chance, 0)
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

// The browser's arithmetic gives the engine's figures, to the last digit.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test from 'node:test'

const { acceptability, leader, preferences, rounded, sample } =
  await import('../../src/dilem/static/js/weighing.js')
const vectors = JSON.parse(await readFile(new URL('vectors.json', import.meta.url)))

test('the preferences of every vector are recomputed exactly', () => {
  for (const { analysis, preferences: expected } of vectors) {
    assert.deepEqual(preferences(analysis), expected)
  }
})

test('the acceptability of every vector is the same to twelve digits', () => {
  for (const { analysis, acceptability: expected } of vectors) {
    const shares = acceptability(analysis)
    assert.deepEqual(Object.keys(shares), Object.keys(expected))
    for (const id of Object.keys(expected)) assert.ok(Math.abs(shares[id] - expected[id]) < 1e-12)
  }
})

test('the leader of every vector is its selected option', () => {
  for (const { analysis, selected } of vectors) assert.equal(leader(analysis), selected)
})

test('a tilt gives what the engine gives', () => {
  for (const { analysis, tilts, tilted } of vectors) assert.deepEqual(preferences(analysis, tilts), tilted)
})

test('a tilt of nothing changes nothing', () => {
  for (const { analysis, preferences: expected } of vectors) {
    const tilts = Object.fromEntries(analysis.criteria.map(({ id }) => [id, 0]))
    assert.deepEqual(preferences(analysis, tilts), expected)
  }
})

test('a flip changes the leader to the option it names, and one step less does not', () => {
  for (const { analysis, selected: before } of vectors) {
    for (const { criterion, tilt, selected } of analysis.flips) {
      assert.equal(leader(analysis, { [criterion]: tilt }), selected)
      assert.equal(leader(analysis, { [criterion]: tilt - Math.sign(tilt) * 0.05 }), before)
    }
  }
})

test('the weights of every point sum to one and agree with what was said', () => {
  for (const { analysis } of vectors) {
    const place = id => analysis.criteria.findIndex(criterion => criterion.id === id)
    for (const point of sample(analysis)) {
      assert.ok(Math.abs(point.reduce((sum, weight) => sum + weight, 0) - 1) < 1e-9)
      for (const { kind, above, below, ratio } of analysis.cuts) {
        if (kind === 'over') assert.ok(point[place(above)] >= ratio * point[place(below)])
        if (kind === 'only') assert.ok(point[place(above)] >= 0.6)
        if (kind === 'not') assert.ok(point[place(above)] <= 0.02)
      }
    }
  }
})

test('hundredths go to the largest remainder, and of equal ones to the first id', () => {
  assert.deepEqual(rounded({ b: 1 / 3, c: 1 / 3, a: 1 / 3 }), { b: 0.33, c: 0.33, a: 0.34 })
  assert.deepEqual(rounded({ a: 0.004, b: 0.996 }), { a: 0, b: 1 })
})

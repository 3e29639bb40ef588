// The browser's arithmetic gives the engine's figures, to the last digit.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test from 'node:test'

const { leader, preferences, rounded, sample } = await import('../../src/dilem/static/js/weighing.js')
const vectors = JSON.parse(await readFile(new URL('vectors.json', import.meta.url)))

test('the preferences of every vector are recomputed exactly', () => {
  for (const { analysis, preferences: expected } of vectors) {
    assert.deepEqual(preferences(analysis), expected)
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
    assert.deepEqual(preferences(analysis, { cost: 0 }), expected)
  }
})

test('the flip of an analysis changes its leader to the option it names', () => {
  for (const { analysis } of vectors) {
    for (const { criterion, tilt, selected } of analysis.flips) {
      assert.equal(leader(analysis, { [criterion]: tilt }), selected)
    }
  }
})

test('the weights of every point sum to one', () => {
  for (const { analysis } of vectors) {
    for (const point of sample(analysis)) {
      assert.ok(Math.abs(point.reduce((sum, weight) => sum + weight, 0) - 1) < 1e-9)
    }
  }
})

test('hundredths go to the largest remainder', () => {
  assert.deepEqual(rounded([1 / 3, 1 / 3, 1 / 3]), [0.34, 0.33, 0.33])
})

import { expect, it } from 'vitest'

import { getConnectionLimit } from './listener.ts'

it.each([
  [1_048_576, 838_860],
  [20_000, 16_000],
  [1_024, 819],
  [512, 362],
  [100, 16],
])('leaves files for the database of the %i that the process may open', (files, connections) => {
  expect(getConnectionLimit(files)).toBe(connections)
})

it('reads the limit of this process', () => {
  expect(getConnectionLimit()).toBeGreaterThanOrEqual(16)
})

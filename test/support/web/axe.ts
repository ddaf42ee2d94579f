import { run } from 'axe-core'
import { expect } from 'vitest'

/** Fails with the violated accessibility rules. Contrast is checked by web/ui/contrast.test.ts and the end-to-end tests. */
export async function expectAccessible(container: Element = document.body): Promise<void> {
  const { violations } = await run(container, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))
  expect(found).toEqual([])
}

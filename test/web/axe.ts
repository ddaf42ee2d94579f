import { run } from 'axe-core'
import { expect } from 'vitest'

/** Fails with the rules that what is on screen breaks. Contrast needs a real browser: web/ui/contrast.test.ts and the end-to-end run see to it. */
export async function expectAccessible(container: Element = document.body): Promise<void> {
  const { violations } = await run(container, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  })
  const broken = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))
  expect(broken).toEqual([])
}

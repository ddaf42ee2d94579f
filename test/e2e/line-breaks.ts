import type { Page } from '@playwright/test'

/** Lines of text that begin with a mark which belongs to the word before it, such as ', 14:05', in a window of this width. */
export async function brokenLines(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 800 })
  return page.evaluate<string[]>(finder)
}

const finder = `(() => {
  const found = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const rectAt = (node, index) => {
    range.setStart(node, index)
    range.setEnd(node, index + 1)
    return range.getClientRects()[0]
  }
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const { index } of node.data.matchAll(/(?<=\\S)[,.;:!?]/g)) {
      const [before, mark] = [rectAt(node, index - 1), rectAt(node, index)]
      if (before && mark && mark.top >= before.bottom)
        found.push(node.data.slice(Math.max(0, index - 20), index + 20))
    }
  return found
})()`

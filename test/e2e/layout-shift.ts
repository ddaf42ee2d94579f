import type { Page } from '@playwright/test'

type LayoutShift = { shift: number; parts: string[] }

export const noShift: LayoutShift = { shift: 0, parts: [] }

/** From the next page on; what all pages need of the site has better arrived before. */
export const watchLayout = (page: Page) => page.addInitScript({ content: watcher })

/** What moved by itself on this page so far, and by how much in all. */
export const layoutShift = (page: Page) => page.evaluate<LayoutShift>('layout')

/** What a person has just pressed may move. */
const watcher = `
  window.layout = { shift: 0, parts: [] }
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
      if (hadRecentInput) continue
      layout.shift += value
      layout.parts.push(...sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? ''))
    }
  }).observe({ type: 'layout-shift', buffered: true })
`

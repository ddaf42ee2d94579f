import type { Page } from '@playwright/test'

type LayoutShift = { shift: number; parts: string[] }

export const noShift: LayoutShift = { shift: 0, parts: [] }

/** Records layout shifts from the next page on. Load shared assets first, so that they do not count. */
export const watchLayout = (page: Page) => page.addInitScript({ content: watcher })

/** The elements that shifted on this page and the sum of their shifts. */
export const layoutShift = (page: Page) => page.evaluate<LayoutShift>('layout')

/** Shifts right after a user's input do not count, nor does the fraction of a pixel by which a font that comes late moves an icon. */
const watcher = `
  window.layout = { shift: 0, parts: [] }
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries()) {
      if (hadRecentInput || value < 0.001) continue
      layout.shift += value
      layout.parts.push(...sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? ''))
    }
  }).observe({ type: 'layout-shift', buffered: true })
`

import { idlePart, tabFrame } from '../../../forms/lazy-part.tsx'

/** What the settings do not show at first. */
export const SecurityTab = idlePart(
  async () => (await import('./security-tab.tsx')).SecurityTab,
  tabFrame,
)

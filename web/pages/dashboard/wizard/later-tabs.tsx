import { idlePart, tabFrame } from '../../../forms/lazy-part.tsx'

/** What the wizard and the form for editing do not show at first. */
export const InformationTab = idlePart(
  async () => (await import('./information-tab.tsx')).InformationTab,
  tabFrame,
)
export const ContactTab = idlePart(
  async () => (await import('./contact-tab.tsx')).ContactTab,
  tabFrame,
)
export const SubmitTab = idlePart(
  async () => (await import('./submit-tab.tsx')).SubmitTab,
  tabFrame,
)
export const Guide = idlePart(async () => (await import('./guide/guide.tsx')).Guide)

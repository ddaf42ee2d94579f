import { idlePart } from '../../forms/lazy-part.tsx'
import { wizardText } from '../../text/wizard.ts'

/** As high as the window, so that what follows moves below it only. */
const frame = <output className="block min-h-dvh text-muted">{wizardText.loadingTab}</output>

/** What the wizard and the form for editing do not show at first. */
export const InformationTab = idlePart(
  async () => (await import('./information-tab.tsx')).InformationTab,
  frame,
)
export const ContactTab = idlePart(
  async () => (await import('./contact-tab.tsx')).ContactTab,
  frame,
)
export const SubmitTab = idlePart(async () => (await import('./submit-tab.tsx')).SubmitTab, frame)
export const Guide = idlePart(async () => (await import('./guide/guide.tsx')).Guide)

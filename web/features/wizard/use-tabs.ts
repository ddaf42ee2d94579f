import { useState } from 'react'
import { flushSync } from 'react-dom'

import type { FieldErrors } from '#shared/errors.ts'

import { wizardText } from '../../text/wizard.ts'
import { toast } from '../../ui/toasts/toast.tsx'
import type { Pictures } from './pictures/use-pictures.ts'
import type { WizardForms } from './form/wizard-form.ts'
import { wizardTabs } from './form/wizard-tab.ts'

/** The open tab. Another tab opens only when the current one is valid (specification §4). */
export function useTabs(forms: WizardForms, pictures: Pictures, first = 0) {
  const [tab, setTab] = useState(first)
  const tabs = wizardTabs(forms)

  const validate = async (index: number) =>
    !(index === 1 && pictures.uploading) && ((await tabs[index]?.isValid()) ?? false)

  const showProblems = async (index: number) => {
    const messages = (await tabs[index]?.focusErrors()) ?? []
    if (index === 1 && pictures.uploading) toast(wizardText.pictures.uploading, 'info')
    else toast(wizardText.validationErrors(messages), 'error')
  }

  const select = async (index: number) => {
    if (index === tab) return
    if (await validate(tab)) setTab(index)
    else await showProblems(tab)
  }

  /** Opens the first invalid tab. */
  const validateAll = async () => {
    for (const index of [tab, 0, 1, 2]) {
      // eslint-disable-next-line no-await-in-loop -- tabs are validated in order, because the first invalid one is opened
      if (await validate(index)) continue
      flushSync(() => setTab(index))
      await showProblems(index)
      return false
    }
    return true
  }

  const showErrors = (fields: FieldErrors) => {
    const invalid = tabs.findIndex(({ has }) => Object.keys(fields).some(has))
    if (invalid >= 0) flushSync(() => setTab(invalid))
    for (const each of tabs.toReversed()) each.showErrors(fields)
  }
  return { tab, select, validateAll, showErrors }
}

import { useState } from 'react'
import { flushSync } from 'react-dom'

import type { FieldErrors } from '#shared/errors.ts'

import { wizardText } from '../../text/wizard.ts'
import { toast } from '../../ui/toasts/toast.tsx'
import type { Pictures } from './pictures/use-pictures.ts'
import type { WizardForms } from './form/wizard-form.ts'
import { wizardTabs } from './form/wizard-tab.ts'

/** Which tab is open, and what has to be right before another one is (specification §4). */
export function useTabs(forms: WizardForms, pictures: Pictures, first = 0) {
  const [tab, setTab] = useState(first)
  const tabs = wizardTabs(forms)

  const holds = async (index: number) =>
    !(index === 1 && pictures.uploading) && ((await tabs[index]?.isValid()) ?? false)

  const complain = async (index: number) => {
    const messages = (await tabs[index]?.complain()) ?? []
    if (index === 1 && pictures.uploading) toast(wizardText.pictures.uploading, 'info')
    else toast(wizardText.validationErrors(messages), 'error')
  }

  const select = async (index: number) => {
    if (index === tab) return
    if (await holds(tab)) setTab(index)
    else await complain(tab)
  }

  /** Otherwise the first tab that is wrong is shown. */
  const holdAll = async () => {
    for (const index of [tab, 0, 1, 2]) {
      // eslint-disable-next-line no-await-in-loop -- one tab after the other: the first that is wrong is shown
      if (await holds(index)) continue
      flushSync(() => setTab(index))
      await complain(index)
      return false
    }
    return true
  }

  const show = (fields: FieldErrors) => {
    const wrong = tabs.findIndex(({ has }) => Object.keys(fields).some(has))
    if (wrong >= 0) flushSync(() => setTab(wrong))
    for (const each of tabs.toReversed()) each.show(fields)
  }
  return { tab, select, holdAll, show }
}

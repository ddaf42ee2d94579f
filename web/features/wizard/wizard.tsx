import { useEffect, useRef, useState } from 'react'

import { wizardText } from '../../text/wizard.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { BasicTab } from './basic-tab.tsx'
import { ContactTab } from './contact-tab.tsx'
import { hasContent } from './draft/draft.ts'
import { DraftNote } from './draft/draft-note.tsx'
import { TabWait } from './form/tab-form.tsx'
import { InformationTab } from './information-tab.tsx'
import { useBanks } from './use-banks.ts'
import { useWizard, type WizardProps } from './use-wizard.ts'

type Props = WizardProps & { onDiscarded: () => void }

/** Three tabs and a confirmation (specification §2; readings C7). */
export function Wizard({ onDiscarded, ...props }: Props) {
  const text = wizardText
  const wizard = useWizard(props)
  const banks = useBanks()
  const [isRestored] = useState(() => hasContent(props.draft))
  const box = useFocusOnOpenedTab(wizard.tab)
  const { basic, information, contact } = wizard.forms
  const contents = [
    <BasicTab key="basic" form={basic} onNext={() => wizard.select(1)} />,
    <InformationTab
      key="information"
      form={information}
      pictures={wizard.pictures}
      onNext={() => wizard.select(2)}
    />,
    <TabWait key="contact" value={wizard.submission.wait}>
      <ContactTab form={contact} banks={banks} onSubmit={wizard.submit} />
    </TabWait>,
  ]

  return (
    <div ref={box}>
      <DraftNote
        state={wizard.saving.state}
        isRestored={isRestored}
        onDiscard={() => wizard.saving.discard().then(onDiscarded)}
      />
      <Tabs
        className="max-w-2xl"
        label={text.steps}
        selected={wizard.tab}
        onSelect={(index) => void wizard.select(index)}
        tabs={contents.map((content, index) => ({ name: text.tabs[index], content }))}
      />
      <ConfirmDialog
        open={wizard.submission.isAsking}
        title={text.confirm.title}
        text={text.confirm.text}
        confirmLabel={text.confirm.confirm}
        cancelLabel={text.confirm.cancel}
        busy={wizard.submission.busy}
        onConfirm={() => void wizard.confirm()}
        onCancel={wizard.submission.cancel}
      />
    </div>
  )
}

/** Focuses the opened tab, because the clicked button disappears with the previous one. */
function useFocusOnOpenedTab(tab: number) {
  const box = useRef<HTMLDivElement>(null)
  const previous = useRef(tab)
  useEffect(() => {
    if (previous.current === tab) return
    previous.current = tab
    const opened = box.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
    opened?.focus()
    opened?.scrollIntoView?.({ block: 'nearest' })
  }, [tab])
  return box
}

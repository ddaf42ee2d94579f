import { useEffect, useRef, useState } from 'react'

import { wizardText } from '../../text/wizard.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { BasicTab } from './basic-tab.tsx'
import { ContactTab } from './contact-tab.tsx'
import { hasContent } from './draft/draft.ts'
import { DraftNote } from './draft/draft-note.tsx'
import { InformationTab } from './information-tab.tsx'
import { useBanks } from './use-banks.ts'
import { useWizard, type WizardProps } from './use-wizard.ts'

type Props = WizardProps & { onDiscarded: () => void }

/** Three tabs in which a campaign is made, and the question before it is sent (specification §2; readings C7). */
export function Wizard({ onDiscarded, ...props }: Props) {
  const text = wizardText
  const wizard = useWizard(props)
  const banks = useBanks()
  const [restored] = useState(() => hasContent(props.draft))
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
    <ContactTab key="contact" form={contact} banks={banks} onSubmit={wizard.submit} />,
  ]

  return (
    <div ref={box}>
      <DraftNote
        state={wizard.saving.state}
        restored={restored}
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
        open={wizard.submission.asking}
        title={text.confirm.title}
        text={text.confirm.text}
        confirmLabel={text.confirm.confirm}
        cancelLabel={text.confirm.cancel}
        busy={wizard.submission.sending}
        onConfirm={() => void wizard.confirm()}
        onCancel={wizard.submission.cancel}
      />
    </div>
  )
}

/** The button that was pressed is gone with its tab: the focus goes on from the tab that opened. */
function useFocusOnOpenedTab(tab: number) {
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(tab)
  useEffect(() => {
    if (shown.current === tab) return
    shown.current = tab
    const opened = box.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
    opened?.focus()
    opened?.scrollIntoView?.({ block: 'nearest' })
  }, [tab])
  return box
}

import { useEffect, useRef, useState } from 'react'

import { wizardText } from '../../text/wizard.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { BasicTab } from './basic-tab.tsx'
import { ContactTab } from './contact-tab.tsx'
import { hasContent, parseDraft, type LatestDraft } from './draft/draft.ts'
import { DraftNote } from './draft/draft-note.tsx'
import { useDraft } from './draft/use-draft.ts'
import { TabWait, useWizardForms, wizardValues } from './form/wizard-form.tsx'
import { InformationTab } from './information-tab.tsx'
import { useBanks } from './use-banks.ts'
import { usePictures } from './pictures/use-pictures.ts'
import { useSubmission } from './use-submission.ts'
import { useTabs } from './use-tabs.ts'

type Props = {
  draft: LatestDraft | null
  userId: string | undefined
  onSubmitted: () => void
  onDiscarded: () => void
}

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

/** The state of the wizard and the rules of its tabs (specification §4). */
function useWizard({ draft, userId, onSubmitted }: Omit<Props, 'onDiscarded'>) {
  const [defaults] = useState(() => parseDraft(draft))
  const forms = useWizardForms(defaults)
  const pictures = usePictures(forms.information)
  const tabs = useTabs(forms, pictures, draft?.tab)
  const { tab } = tabs
  const saving = useDraft(forms, tab, { draft, userId })

  const submission = useSubmission({
    userId,
    values: () => wizardValues(forms),
    draft: saving,
    onSubmitted,
  })
  const submit = async () => {
    if (await tabs.validateAll()) submission.ask()
  }

  const confirm = async () => {
    const fields = await submission.confirm()
    if (fields !== undefined) tabs.showErrors(fields)
  }

  return { tab, forms, pictures, saving, submission, select: tabs.select, submit, confirm }
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

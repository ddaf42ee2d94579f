import { useEffect, useRef, useState } from 'react'

import { lazyPart } from '../../forms/lazy-part.tsx'
import { wizardText } from '../../text/wizard.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import { noDocuments } from '../../forms/documents/documents-state.ts'
import { BasicTab } from './basic-tab.tsx'
import { ContactTab } from './contact-tab.tsx'
import { hasContent, parseDraft, type LatestDraft } from './draft/draft.ts'
import { DraftNote } from './draft/draft-note.tsx'
import { useDraft } from './draft/use-draft.ts'
import { TabRefusal, useWizardForms, wizardValues } from './form/wizard-form.tsx'
import { GuidedTabs, type GuideProps } from './guided-tabs.tsx'
import { InformationTab } from './information-tab.tsx'
import { useBanks } from './use-banks.ts'
import { usePictures } from './pictures/use-pictures.ts'
import { useSubmission } from './use-submission.ts'
import { useTabs } from './use-tabs.ts'

const ChecklistPanel = lazyPart(
  async () => (await import('./guide/checklist-panel.tsx')).ChecklistPanel,
)

type Props = GuideProps & {
  draft: LatestDraft | null
  userId: string | undefined
  onSubmitted: () => void
  onDiscarded: () => void
}

/** Three tabs and a confirmation (specification §2; readings C7). */
export function Wizard({ onDiscarded, owner, Preview, ...props }: Props) {
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
      onDocuments={wizard.setDocuments}
      onNext={() => wizard.select(2)}
    />,
    <TabRefusal key="contact" value={wizard.refusal}>
      <ContactTab
        form={contact}
        banks={banks}
        category={basic.watch('category')}
        checklist={
          <ChecklistPanel
            forms={wizard.forms}
            documentCount={wizard.documents.length}
            onOpen={wizard.goBack}
          />
        }
        onSubmit={wizard.submit}
      />
    </TabRefusal>,
  ]

  return (
    <div ref={box}>
      <DraftNote
        state={wizard.saving.state}
        isRestored={isRestored}
        onDiscard={() => wizard.saving.discard().then(onDiscarded)}
      />
      <GuidedTabs
        label={wizardText.steps}
        tabs={wizard}
        contents={contents}
        forms={wizard.forms}
        documents={wizard.documents}
        owner={owner}
        Preview={Preview}
      />
      <Confirmation {...wizard} />
    </div>
  )
}

function Confirmation({ submission, confirm }: Pick<WizardState, 'submission' | 'confirm'>) {
  const { confirm: text } = wizardText
  return (
    <ConfirmDialog
      open={submission.isAsking}
      title={text.title}
      text={text.text}
      confirmLabel={text.confirm}
      cancelLabel={text.cancel}
      busy={submission.busy}
      onConfirm={() => void confirm()}
      onCancel={submission.cancel}
    />
  )
}

type WizardState = ReturnType<typeof useWizard>

/** The state of the wizard and the rules of its tabs (specification §4). */
function useWizard({
  draft,
  userId,
  onSubmitted,
}: Pick<Props, 'draft' | 'userId' | 'onSubmitted'>) {
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
  const [{ documents, uploading }, setDocuments] = useState(noDocuments)
  const submit = async () => {
    if (uploading) toast(wizardText.uploadingDocuments, 'info')
    else if (await tabs.validateAll()) submission.ask()
  }

  const confirm = async () => {
    const fields = await submission.confirm()
    if (fields !== undefined) tabs.showErrors(fields)
  }

  const { select, goBack } = tabs
  const actions = { select, goBack, submit, confirm, setDocuments }
  const { refusal: error } = submission
  const refusal = error && { error, forms }
  return { tab, forms, refusal, pictures, documents, saving, submission, ...actions }
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

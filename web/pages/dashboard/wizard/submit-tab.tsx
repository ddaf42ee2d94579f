import type { DocumentsState } from '../../../forms/documents/documents-state.ts'
import { wizardText } from '../../../text/wizard.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/toasts/toast.tsx'
import { ContactTab } from './contact-tab.tsx'
import { TabRefusal, wizardValues, type WizardForms } from './form/wizard-form.tsx'
import { ChecklistPanel } from './guide/checklist-panel.tsx'
import { useSubmission } from './use-submission.ts'
import type { WizardTabs } from './use-tabs.ts'

type Props = {
  forms: WizardForms
  category: string | undefined
  documents: DocumentsState
  tabs: WizardTabs
  userId: string | undefined
  draft: { stop: () => Promise<void>; save: () => void }
  onSubmitted: () => void
}

/** The third tab with its checklist, and the confirmation (specification §2; readings C7). */
export function SubmitTab({ forms, category, documents, tabs, userId, draft, onSubmitted }: Props) {
  const values = () => wizardValues(forms)
  const submission = useSubmission({ userId, values, draft, onSubmitted })
  const { refusal: error } = submission
  const submit = async () => {
    if (documents.uploading) toast(wizardText.uploadingDocuments, 'info')
    else if (await tabs.validateAll()) submission.ask()
  }
  const confirm = async () => {
    const fields = await submission.confirm()
    if (fields !== undefined) await tabs.showErrors(fields)
  }
  return (
    <TabRefusal value={error && { error, forms }}>
      <ContactTab
        form={forms.contact}
        category={category}
        checklist={
          <ChecklistPanel
            forms={forms}
            documentCount={documents.documents.length}
            onOpen={tabs.goBack}
          />
        }
        onSubmit={submit}
      />
      <Confirmation submission={submission} onConfirm={() => void confirm()} />
    </TabRefusal>
  )
}

type ConfirmationProps = { submission: ReturnType<typeof useSubmission>; onConfirm: () => void }

function Confirmation({ submission, onConfirm }: ConfirmationProps) {
  const { confirm: text } = wizardText
  return (
    <ConfirmDialog
      open={submission.isAsking}
      title={text.title}
      text={text.text}
      confirmLabel={text.confirm}
      cancelLabel={text.cancel}
      busy={submission.busy}
      onConfirm={onConfirm}
      onCancel={submission.cancel}
    />
  )
}

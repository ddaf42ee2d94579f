import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'

import {
  editContactSchema,
  editInformationSchema,
  campaignEditResponseSchema,
  type campaignFormSchema,
} from '#shared/campaign-edit.ts'
import type { CampaignDetail } from '#shared/campaign.ts'

import { browserApi, type ApiError } from '../../api/client.ts'
import { showApiError } from '../../forms/use-api-action.ts'
import { ownerText } from '../../text/owner.ts'
import { Field } from '../../ui/fields/field.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import { noDocuments } from '../../forms/documents/documents-state.ts'
import { BasicTab } from './basic-tab.tsx'
import { parseDraft } from './draft/draft.ts'
import { GuidedTabs, type GuideProps } from './guided-tabs.tsx'
import { ContactTab, InformationTab } from './later-tabs.tsx'
import { useTabs } from './use-tabs.ts'
import {
  TabRefusal,
  useCategory,
  useWizardForms,
  wizardValues,
  type ContactForm,
} from './form/wizard-form.tsx'

type Props = GuideProps & {
  campaignId: string
  form: z.output<typeof campaignFormSchema>
  onSaved: (campaign: CampaignDetail) => void
}

/** The wizard for editing a campaign. Each tab saves all tabs. */
export function EditForm({ campaignId, form, onSaved, owner, Preview }: Props) {
  const { editing: text } = ownerText
  const { forms, tabs, save, refusal } = useEdit({ campaignId, form, onSaved })
  const category = useCategory(forms)
  const [{ documents }, setDocuments] = useState(noDocuments)
  const { basic, information, contact } = forms
  const account = {
    hint: text.keepAccount(form.accountNumberLast4),
    proof: form.status === 'approved' && (
      <ProofFields form={contact} hasTwoFactor={form.hasTwoFactor} />
    ),
  }
  const contents = [
    <BasicTab key="basic" form={basic} action={text.save} onNext={save} />,
    <InformationTab
      key="information"
      isShown={tabs.tab === 1}
      form={information}
      campaign={{ id: campaignId, status: form.status }}
      onPictures={tabs.setUploading}
      onDocuments={setDocuments}
      action={text.save}
      onNext={save}
    />,
    <ContactTab
      key="contact"
      isShown={tabs.tab === 2}
      form={contact}
      category={category}
      account={account}
      action={text.save}
      onSubmit={save}
    />,
  ]
  return (
    <TabRefusal value={refusal && { error: refusal, forms }}>
      <GuidedTabs
        label={text.title}
        tabs={tabs}
        contents={contents}
        forms={forms}
        documents={documents}
        owner={owner}
        Preview={Preview}
      />
    </TabRefusal>
  )
}

type ProofProps = { form: UseFormReturn<ContactForm>; hasTwoFactor: boolean }

/** Only a new account of an approved campaign needs them. */
function ProofFields({ form: { formState, register }, hasTwoFactor }: ProofProps) {
  const { editing: text } = ownerText
  const { errors } = formState
  return (
    <>
      <PasswordField
        label={text.password}
        hint={hasTwoFactor ? text.passwordHint : `${text.passwordHint} ${text.withoutCode}`}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register('currentPassword')}
      />
      {hasTwoFactor && (
        <Field
          label={text.code}
          hint={text.passwordHint}
          autoComplete="one-time-code"
          maxLength={40}
          error={errors.code?.message}
          {...register('code')}
        />
      )}
    </>
  )
}

function toDefaults({ values, status, hasTwoFactor }: Props['form']) {
  const { contact, ...others } = parseDraft({ values, tab: 0 })
  const proof = { currentPassword: '', ...(hasTwoFactor && { code: '' }) }
  return { ...others, contact: { ...contact, ...(status === 'approved' && proof) } }
}

const loadLaterTab = [undefined, InformationTab.load, ContactTab.load]
const editSchemas = { information: editInformationSchema, contact: editContactSchema }

function useEdit({ campaignId, form, onSaved }: Pick<Props, 'campaignId' | 'form' | 'onSaved'>) {
  const [defaults] = useState(() => toDefaults(form))
  const forms = useWizardForms(defaults, editSchemas)
  const tabs = useTabs(forms, loadLaterTab)
  const [refusal, setRefusal] = useState<ApiError>()

  const save = async () => {
    if (!(await tabs.validateAll())) return
    setRefusal(undefined)
    try {
      const path = `/campaigns/${encodeURIComponent(campaignId)}`
      const { campaign, waits } = await browserApi.put(
        path,
        wizardValues(forms),
        campaignEditResponseSchema,
      )
      toast(waits ? ownerText.editing.waits : ownerText.editing.saved)
      onSaved(campaign)
    } catch (error) {
      showApiError(error)
      setRefusal(error)
      await tabs.showErrors(error.fields)
    }
  }
  return { forms, tabs, save, refusal }
}

import { useState } from 'react'

import type { CampaignDetail } from '#shared/campaign.ts'

import { browserApi, type ApiError } from '../../../api/client.ts'
import { lazySchema } from '../../../forms/lazy.tsx'
import { showApiError } from '../../../forms/use-api-action.ts'
import { ownerText } from '../../../text/owner.ts'
import { toast } from '../../../ui/toast.tsx'
import { noDocuments } from '../../../forms/documents-state.ts'
import { BasicTab } from './basic-tab.tsx'
import type { EditedCampaign } from './draft.ts'
import { ContactTab, GuidedTabs, type GuideProps, InformationTab } from './tabs.tsx'
import { useTabs } from './use-tabs.ts'

import { TabRefusal, useCategory, useWizardForms, wizardValues } from './wizard-form.tsx'

type Props = GuideProps & {
  campaignId: string
  form: EditedCampaign
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
    hasTwoFactor: form.hasTwoFactor,
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

const loadLaterTab = [undefined, InformationTab.load, ContactTab.load]
const editSchemas = {
  information: lazySchema('editInformationSchema'),
  contact: lazySchema('editContactSchema'),
}

function useEdit({ campaignId, form, onSaved }: Pick<Props, 'campaignId' | 'form' | 'onSaved'>) {
  const [{ defaults }] = useState(form)
  const forms = useWizardForms(defaults, editSchemas)
  const tabs = useTabs(forms, loadLaterTab)
  const [refusal, setRefusal] = useState<ApiError>()

  const save = async () => {
    if (!(await tabs.validateAll())) return
    setRefusal(undefined)
    try {
      const { campaign, waits } = await browserApi.put('/campaigns/:id', wizardValues(forms), {
        id: campaignId,
      })
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

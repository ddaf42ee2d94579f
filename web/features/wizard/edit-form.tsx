import { useState } from 'react'
import type * as z from 'zod/mini'

import {
  editContactSchema,
  editInformationSchema,
  type campaignFormSchema,
} from '#shared/campaign-edit.ts'
import { campaignResponseSchema, type CampaignDetail } from '#shared/campaign.ts'

import { browserApi, type ApiError } from '../../api/client.ts'
import { showApiError } from '../../forms/use-api-action.ts'
import { ownerText } from '../../text/owner.ts'
import { wizardText } from '../../text/wizard.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import { BasicTab } from './basic-tab.tsx'
import { ContactTab } from './contact-tab.tsx'
import { parseDraft } from './draft/draft.ts'
import { InformationTab } from './information-tab.tsx'
import { useBanks } from './use-banks.ts'
import { usePictures } from './pictures/use-pictures.ts'
import { useTabs } from './use-tabs.ts'
import { TabWait, useWizardForms, wizardValues } from './form/wizard-form.tsx'

type Props = {
  campaignId: string
  form: z.output<typeof campaignFormSchema>
  onSaved: (campaign: CampaignDetail) => void
}

/** The wizard for editing a campaign. Each tab saves all tabs. */
export function EditForm({ campaignId, form, onSaved }: Props) {
  const { editing: text } = ownerText
  const { forms, pictures, tabs, save, wait } = useEdit({ campaignId, form, onSaved })
  const banks = useBanks()
  const { basic, information, contact } = forms
  const account = { last4: form.accountNumberLast4, asksPassword: form.status === 'approved' }
  const contents = [
    <BasicTab key="basic" form={basic} action={text.save} onNext={save} />,
    <InformationTab
      key="information"
      form={information}
      pictures={pictures}
      action={text.save}
      onNext={save}
    />,
    <ContactTab
      key="contact"
      form={contact}
      banks={banks}
      account={account}
      action={text.save}
      onSubmit={save}
    />,
  ]
  return (
    <TabWait value={wait}>
      <Tabs
        className="max-w-2xl"
        label={text.title}
        selected={tabs.tab}
        onSelect={(index) => void tabs.select(index)}
        tabs={contents.map((content, index) => ({ name: wizardText.tabs[index], content }))}
      />
    </TabWait>
  )
}

const editSchemas = { information: editInformationSchema, contact: editContactSchema }

function useEdit({ campaignId, form, onSaved }: Props) {
  const [defaults] = useState(() => parseDraft({ values: form.values, tab: 0 }))
  const forms = useWizardForms(defaults, editSchemas)
  const pictures = usePictures(forms.information)
  const tabs = useTabs(forms, pictures)
  const [refusal, setRefusal] = useState<ApiError>()

  const save = async () => {
    if (!(await tabs.validateAll())) return
    setRefusal(undefined)
    try {
      const path = `/campaigns/${encodeURIComponent(campaignId)}`
      const { campaign } = await browserApi.put(path, wizardValues(forms), campaignResponseSchema)
      toast(ownerText.editing.saved)
      onSaved(campaign)
    } catch (error) {
      showApiError(error)
      setRefusal(error)
      tabs.showErrors(error.fields)
    }
  }
  return { forms, pictures, tabs, save, wait: refusal }
}

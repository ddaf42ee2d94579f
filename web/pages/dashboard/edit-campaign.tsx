import { useCallback, useState } from 'react'

import type { CampaignStatus, CampaignDetail, Draft } from '#shared/campaign.ts'
import { useLoaderData, useNavigate, useParams } from '#web/router/navigate.tsx'

import { FormSkeleton, Loaded } from '../parts/dashboard/loaded.tsx'
import { ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import { lazyDialog } from '../../forms/lazy.tsx'
import { campaignPath } from '../../navigation/paths.ts'
import { ownerText } from '../../text/owner.ts'
import type { loader } from './edit-campaign.data.ts'
import { browserApi, type ApiError } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { showApiError } from '../../forms/use-api-action.ts'
import { toast } from '../../ui/toast.tsx'
import { noDocuments } from '../../forms/documents-state.ts'
import { BasicTab } from './wizard/basic-tab.tsx'
import type { EditedCampaign, WizardDraft } from './wizard/draft.ts'
import { toDraft } from './wizard/unsaved-draft.ts'
import {
  ContactTab,
  DraftChoice,
  GuidedTabs,
  type GuideProps,
  InformationTab,
} from './wizard/tabs.tsx'
import { useTabs } from './wizard/use-tabs.ts'
import { TabRefusal, useCategory, useWizardForms, wizardValues } from './wizard/wizard-form.tsx'

const { editing: text } = ownerText

const Preview = lazyDialog(
  async () => (await import('../parts/campaign/preview-dialog.tsx')).PreviewDialog,
)

/** Edits a campaign, as far as its status allows. */
export function Component() {
  const { form, owner } = useLoaderData<typeof loader>()
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<EditedCampaign[]>([])
  return (
    <Loaded
      data={form}
      text={text}
      header={<ScreenHeader title={text.title} />}
      skeleton={FormSkeleton}
    >
      {(loaded) => (
        <>
          <ScreenHeader title={text.title} subtitle={loaded.title} />
          <p className="card mb-6 max-w-2xl p-4">{getNote(loaded.status)}</p>
          {!isClosed(loaded.status) && (
            <EditForm
              key={opened.length}
              campaignId={id}
              form={opened.at(-1) ?? loaded}
              onOpened={(form) => setOpened([...opened, form])}
              owner={owner}
              Preview={Preview}
              onSaved={(campaign) => void navigate(campaignPath(campaign.id))}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

function getNote(status: CampaignStatus): string {
  if (isClosed(status)) return text.closed
  if (status === 'approved') return text.approved
  return status === 'rejected' ? text.rejected : text.unpublished
}

function isClosed(status: CampaignStatus): boolean {
  return status === 'ended' || status === 'cancelled' || status === 'taken-down'
}

type Props = GuideProps & {
  campaignId: string
  form: EditedCampaign
  onSaved: (campaign: CampaignDetail) => void
  onOpened?: (form: EditedCampaign) => void
}

export function EditForm({ campaignId, form, onSaved, onOpened, owner, Preview }: Props) {
  const { forms, tabs, save, refusal } = useEdit({ campaignId, form, onSaved })
  const isChanged = refusal?.code === 'draft-changed'
  const getMine = () => toDraft(wizardValues(forms), 0)
  const loadTheirs = useCallback(async (): Promise<Draft> => {
    const { values, savedAt } = await browserApi.get('/campaigns/:id/form', { id: campaignId })
    return { values, tab: 0, savedAt }
  }, [campaignId])
  // The other version becomes the form, and what this one holds can be opened again.
  const open = ({ defaults, savedAt = form.savedAt, replaces = false }: WizardDraft) => {
    const contact = { ...form.defaults.contact, ...defaults.contact }
    const mine = { ...getMine(), savedAt: new Date().toISOString() }
    const kept = [mine, ...form.kept]
    onOpened?.({ ...form, defaults: { ...defaults, contact }, savedAt, replaces, kept })
  }
  const category = useCategory(forms)
  const [{ documents }, setDocuments] = useState(noDocuments)
  const { basic, information, contact } = forms
  const account = {
    hint: text.keepAccount({ last4: form.accountNumberLast4 }),
    hasTwoFactor: form.hasTwoFactor,
  }
  const contents = [
    <BasicTab key="basic" form={basic} action={text.save} onNext={save} />,
    <InformationTab
      key="information"
      isShown={tabs.tab === 1}
      form={information}
      campaign={form.isOwner ? { id: campaignId, status: form.status } : null}
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
    <TabRefusal value={refusal && !isChanged ? { error: refusal, forms } : undefined}>
      <DraftChoice
        kept={form.kept}
        isChanged={isChanged}
        loadTheirs={loadTheirs}
        getMine={getMine}
        onKeepMine={() => save({ replaces: true })}
        onOpened={open}
      />
      <GuidedTabs
        label={text.title}
        tabs={tabs}
        contents={form.isOwner ? contents : contents.slice(0, 2)}
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
  information: 'editInformationSchema',
  contact: 'editContactSchema',
} as const

function useEdit({ campaignId, form, onSaved }: Pick<Props, 'campaignId' | 'form' | 'onSaved'>) {
  const [{ defaults }] = useState(form)
  const forms = useWizardForms(defaults, editSchemas)
  const tabs = useTabs(forms, form.isOwner ? loadLaterTab : loadLaterTab.slice(0, 2))
  const [refusal, setRefusal] = useState<ApiError>()

  const [writer] = useState(newIdempotencyKey)
  const save = async (chosen?: { replaces: true }) => {
    if (!(await tabs.validateAll())) return
    setRefusal(undefined)
    try {
      const { savedAt: base, replaces } = form
      const version = { writer, base, ...(replaces && { replaces }), ...chosen }
      const edit = { ...wizardValues(forms), version }
      const { campaign, waits, asks } = await browserApi.put('/campaigns/:id', edit, {
        id: campaignId,
      })
      toast(waits ? ownerText.editing.waits : ownerText.editing.saved)
      if (asks) toast(ownerText.asked)
      onSaved(campaign)
    } catch (error) {
      showApiError(error)
      setRefusal(error)
      await tabs.showErrors(error.fields)
    }
  }
  return { forms, tabs, save, refusal }
}

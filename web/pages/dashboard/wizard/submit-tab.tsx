import { flushSync } from 'react-dom'
import { useRef, useState } from 'react'

import { browserNames } from '#shared/browser-names.ts'
import type { FieldErrors } from '#shared/errors.ts'
import { toasts } from '#shared/text/toasts.ts'

import { ApiError, browserApi } from '../../../api/client.ts'
import { needsNewKey, newIdempotencyKey } from '../../../api/idempotency-key.ts'
import {
  readSessionStorage,
  removeFromSessionStorage,
  writeSessionStorage,
} from '../../../api/session-storage.ts'
import type { DocumentsState } from '../../../forms/documents-state.ts'
import { showApiError } from '../../../forms/use-api-action.ts'
import { coachText } from '../../../text/coach.ts'
import { wizardText } from '../../../text/wizard.ts'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.tsx'
import { StateIcon, toChecklist, useTypedValues } from './coach.tsx'
import { ContactTab } from './contact-tab.tsx'
import type { WizardTabs } from './use-tabs.ts'
import { isNarrow, TabRefusal, type WizardForms, wizardValues } from './wizard-form.tsx'

type SubmitTabProps = {
  forms: WizardForms
  category: string | undefined
  documents: DocumentsState
  tabs: WizardTabs
  userId: string | undefined
  draft: { stop: () => Promise<void>; save: () => void }
  onSubmitted: () => void
}

/** The third tab with its checklist, and the confirmation (specification §2; readings C7). */
export function SubmitTab({
  forms,
  category,
  documents,
  tabs,
  userId,
  draft,
  onSubmitted,
}: SubmitTabProps) {
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
            onOpen={(index) => void tabs.select(index)}
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
      busy={submission.busy}
      onConfirm={onConfirm}
      onCancel={submission.cancel}
    />
  )
}

type Options = {
  userId: string | undefined
  values: () => Record<string, unknown>
  /** Stops saving the draft during the submission, and saves it again after an error. */
  draft: { stop: () => Promise<void>; save: () => void }
  onSubmitted: () => void
}

/** Asks for confirmation, then submits once (readings C7). */
function useSubmission({ userId, values, draft, onSubmitted }: Options) {
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const [refusal, setRefusal] = useState<ApiError>()

  /** Resolves to the field errors of an error response. */
  const confirm = async (): Promise<FieldErrors | undefined> => {
    if (userId === undefined) toast(toasts.failed.userId, 'error')
    if (userId === undefined || isRunning.current) return undefined
    isRunning.current = true
    setBusy(true)
    setRefusal(undefined)
    try {
      await draft.stop()
      await submitCampaign(values())
      toast(toasts.done.submitted)
      onSubmitted()
      return undefined
    } catch (error) {
      showApiError(error)
      setRefusal(error)
      draft.save()
      flushSync(() => setAsking(false))
      return error.fields
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return {
    isAsking,
    busy,
    refusal,
    ask: () => setAsking(true),
    cancel: () => setAsking(false),
    confirm,
  }
}

const keyName = browserNames.submission

/** Submits a campaign. The idempotency key is in session storage, so that a retry after a reload is the same submission. */
async function submitCampaign(values: Record<string, unknown>) {
  try {
    const { campaign } = await browserApi.post(
      '/campaigns',
      values,
      {},
      { 'idempotency-key': getKey() },
    )
    removeFromSessionStorage(keyName)
    return campaign
  } catch (error) {
    if (error instanceof ApiError && needsNewKey(error)) removeFromSessionStorage(keyName)
    throw error
  }
}

function getKey(): string {
  const stored = readSessionStorage(keyName)
  if (typeof stored === 'string') return stored
  const key = newIdempotencyKey()
  writeSessionStorage(keyName, key)
  return key
}

type ChecklistPanelProps = {
  forms: Pick<WizardForms, 'basic' | 'information'>
  documentCount: number
  onOpen: (tab: number) => void
}

/** What is recommended before submitting. Nothing of it is required. */
function ChecklistPanel({
  forms: { basic, information },
  documentCount,
  onOpen,
}: ChecklistPanelProps) {
  const { checklist: text } = coachText
  const form = { ...useTypedValues(basic), ...useTypedValues(information) }
  const items = toChecklist(form, documentCount)
  const done = items.filter(({ isDone }) => isDone).length
  return (
    <details open={!isNarrow()} className="filters card px-4 py-1 lg:py-4">
      <summary className="py-2.5 font-bold">
        {text.title}
        <span className="block text-sm font-normal text-muted">
          {text.count({ done, all: items.length })}
        </span>
      </summary>
      <h2 className="font-bold max-lg:sr-only">{text.title}</h2>
      <p className="text-sm text-muted max-lg:hidden">{text.count({ done, all: items.length })}</p>
      <ul className="mt-2 text-sm">
        {items.map(({ item, isDone, tab }) => (
          <li key={item} className="flex min-h-11 flex-wrap items-center gap-x-2">
            <StateIcon isDone={isDone} word={isDone ? text.done : text.open} />
            <span className="min-w-0 grow basis-40">{text.items[item]}</span>
            {!isDone && (
              <button type="button" onClick={() => onOpen(tab)} className="link min-h-11">
                {text.go({ tab: wizardText.tabs[tab] ?? '' })}
                <span className="sr-only">: {text.items[item]}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

import { useRef, useState } from 'react'

import type { CampaignDetail } from '#shared/campaign.ts'
import { acceptedDocuments } from '#shared/document.ts'
import { formatNairaInText } from '#shared/money.ts'
import type { OutsideReceipts } from '#shared/outside-receipt.ts'

import { browserApi } from '../../../api/client.ts'
import { uploadFile } from '../../../api/upload-file.ts'
import { ApiForm, FormButtons, useApiForm } from '../../../forms/api-form.tsx'
import { formatDay } from '../../../format/day.ts'
import { outsideText } from '../../../text/outside.ts'
import { Field } from '../../../ui/fields.tsx'
import { FilePicker } from '../../../ui/file-picker.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { Records } from './records.tsx'

type MoneyProps = { campaign: Pick<CampaignDetail, 'id' | 'isOwner'>; outside: OutsideReceipts }

/** What the organiser received outside Ajo. */
export function OutsideMoney({ campaign: { id, isOwner }, outside }: MoneyProps) {
  const text = outsideText
  const records = outside.receipts.map(
    ({ amount, day, note, withdrawnAt, struckAt, ...receipt }) => ({
      ...receipt,
      title: text.row({ amount: formatNairaInText(amount), day: formatDay(day) }),
      detail: note,
      endedAt: withdrawnAt ?? struckAt,
      reason: receipt.struckReason,
    }),
  )
  return (
    <Records
      title={text.title}
      text={text}
      records={records}
      isOwner={isOwner}
      canAdd={outside.canAdd}
      canStrike={outside.canStrike}
      end={(what, receipt, body) =>
        browserApi.post(`/campaigns/:id/outside-receipts/:receipt/${what}` as const, body, {
          id,
          receipt,
        })
      }
      renderForm={(actions) => <OutsideForm campaignId={id} {...actions} />}
    >
      <p className="text-sm text-muted">{text.intro}</p>
    </Records>
  )
}

type Props = {
  campaignId: string
  onDone: (message: string) => void
  onCancel: () => void
}

/** Records money that the organiser received elsewhere. A document is uploaded at once, and named when the form is sent. */
export function OutsideForm({ campaignId, onDone, onCancel }: Props) {
  const { form: text } = outsideText
  const { form, formProps, field, busy, wait } = useApiForm({
    schema: 'outsideReceiptFormSchema',
    defaultValues: { amount: '', day: '', note: '', documentId: '' },
    typedText: `outside ${campaignId}`,
    onSubmit: async (values) => {
      await browserApi.post('/campaigns/:id/outside-receipts', values, { id: campaignId })
      onDone(text.saved)
    },
  })
  const { error } = field('documentId')
  const upload = useUpload(campaignId, (id) =>
    form.setValue('documentId', id, { shouldValidate: id !== '' && error !== undefined }),
  )
  return (
    <ApiForm {...formProps} className="grid gap-4">
      <MoneyField label={text.amount} {...field('amount')} />
      <Field type="date" label={text.day} hint={text.dayHint} {...field('day')} />
      <Field label={text.note} hint={text.noteHint} maxLength={200} {...field('note')} />
      <FilePicker
        label={text.document}
        hint={text.documentHint}
        error={error}
        accept={acceptedDocuments}
        items={upload.items}
        onPick={([file]) => file && void upload.pick(file)}
        onRemove={upload.remove}
      />
      <FormButtons
        submit={text.save}
        cancel={text.cancel}
        busy={busy || upload.isRunning}
        wait={wait}
        onCancel={onCancel}
      />
    </ApiForm>
  )
}

type Item = { key: string; name: string; progress: number | null; error?: string }

/** One document of the campaign. `onDocument` gets its id, or nothing while there is none. */
export function useUpload(campaignId: string, onDocument: (id: string) => void) {
  const [item, setItem] = useState<Item>()
  const abort = useRef<AbortController>(undefined)
  const remove = () => {
    abort.current?.abort()
    setItem(undefined)
    onDocument('')
  }
  const pick = async (file: File) => {
    remove()
    const own = new AbortController()
    abort.current = own
    const show = (change: Partial<Item>) => {
      if (!own.signal.aborted)
        setItem({ key: file.name, name: file.name, progress: null, ...change })
    }
    show({ progress: 0 })
    try {
      const { id, name } = await uploadFile(file, {
        path: '/campaigns/:id/documents',
        values: { id: campaignId },
        name: file.name,
        signal: own.signal,
        onProgress: (progress) => show({ progress }),
      })
      if (own.signal.aborted) return
      show({ name })
      onDocument(id)
    } catch (error) {
      show({ error: error instanceof Error ? error.message : '' })
    }
  }
  return { items: item ? [item] : [], isRunning: typeof item?.progress === 'number', pick, remove }
}

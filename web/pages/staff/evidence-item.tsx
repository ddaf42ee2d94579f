import type * as z from 'zod/mini'

import { textNames } from '#shared/campaign-content.ts'
import type { fieldChangesSchema } from '#shared/campaign-history.ts'
import type { VersionContent } from '#shared/campaign-version.ts'
import {
  evidenceDocumentPath,
  type Evidence,
  type EvidenceBody,
  type EvidenceRecord,
} from '#shared/evidence.ts'
import { formatNaira, kobo } from '#shared/money.ts'
import { moderationSentences } from '#shared/text/moderation-sentences.ts'
import { useLoaderData } from '#web/router/navigate.tsx'

import { paths } from '../../navigation/paths.ts'
import { campaignText } from '../../text/campaign.ts'
import { dashboardText } from '../../text/dashboard.ts'
import { formatDay, formatMoment } from '../../format/day.ts'
import { editsText } from '../../text/edits.ts'
import { evidenceRecordsText } from '../../text/evidence-records.ts'
import { evidenceText as text } from '../../text/evidence.ts'
import { historyText } from '../../text/history.ts'
import { reviewText } from '../../text/review.ts'
import { BackLink } from '../../ui/page-head.tsx'
import { Loaded } from '../parts/dashboard/loaded.tsx'
import { HiddenHeader } from '../parts/dashboard/screen-header.tsx'
import { storyTexts } from '../parts/history/content-difference.tsx'
import { itemLoader } from '../parts/session/item-loader.ts'
import { DocumentLinks } from './review/review-documents.tsx'
import { Facts } from '../../ui/facts.tsx'

export const loader = itemLoader((api, id) => api.get('/evidence/:id', { id }))

/** The evidence of one deleted campaign, for reviewers. */
export function Component() {
  const { data } = useLoaderData<typeof loader>()
  return (
    <Loaded data={data} text={text} header={<HiddenHeader title={text.title} />}>
      {({ evidence }) => (
        <>
          <title>{dashboardText.pageTitle({ title: text.title })}</title>
          <BackLink to={paths.evidence}>{text.back}</BackLink>
          <EvidenceView evidence={evidence} />
        </>
      )}
    </Loaded>
  )
}

/** The sealed content of a deleted campaign as it was. */
export function EvidenceView({ evidence }: { evidence: Evidence }) {
  const { campaign, records } = evidence
  const story = textNames.map((name) => campaign[name])
  return (
    <article className="grid max-w-3xl gap-8">
      <h1 className="text-2xl font-bold wrap-anywhere">{campaign.title}</h1>
      <EvidenceFacts evidence={evidence} />
      <section className="space-y-3">
        <h2 className="text-lg font-bold">{text.story}</h2>
        {story.map((paragraph, position) => (
          <p key={position} className="whitespace-pre-line wrap-anywhere">
            {paragraph}
          </p>
        ))}
      </section>
      <Pictures evidence={evidence} />
      <Documents evidence={evidence} />
      <section className="space-y-3">
        <h2 className="text-lg font-bold">{text.records}</h2>
        {records.length === 0 ? <p>{text.noRecords}</p> : <Records records={records} />}
      </section>
    </article>
  )
}

function EvidenceFacts({ evidence }: { evidence: Evidence }) {
  const { campaign, owner, contact, bank } = evidence
  const facts = [
    [text.owner, owner.name],
    [text.contact, `${contact.name}, ${contact.email}, ${contact.phone}`],
    [text.bank, text.account({ last4: bank.last4, holder: bank.holder ?? text.unknownHolder })],
    [text.place, campaignText.place({ city: campaign.city, country: campaign.country })],
    [reviewText.goal, formatNaira(kobo(campaign.goal))],
    [text.deleted, formatMoment(evidence.deletedAt)],
    [text.storedUntil, formatDay(evidence.storedUntil)],
  ] as const
  return <Facts facts={facts} className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2" />
}

/** The pictures are read only here, and each reading is recorded. */
function Pictures({ evidence: { id, images } }: { evidence: Evidence }) {
  if (images.length === 0) return null
  return (
    <section className="space-y-3">
      <h2 className="text-lg font-bold">{text.pictures}</h2>
      <ul className="grid gap-4 sm:grid-cols-2">
        {images.map(({ alt, isStored }, position) => (
          <li key={position}>
            {isStored ? (
              <img
                src={`/api/evidence/${encodeURIComponent(id)}/images/${position + 1}`}
                alt={alt}
                loading="lazy"
                className="w-full rounded-card"
              />
            ) : (
              <p className="text-muted">{text.missingPicture}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Documents({ evidence: { id, documents } }: { evidence: Evidence }) {
  if (documents.length === 0) return null
  return (
    <section className="space-y-3">
      <h2 className="text-lg font-bold">{reviewText.documents}</h2>
      <DocumentLinks
        documents={documents}
        toPath={(documentId) => evidenceDocumentPath(id, documentId)}
      />
    </section>
  )
}

export function Records({ records }: { records: readonly EvidenceRecord[] }) {
  return (
    <ol className="grid gap-4">
      {records.map((record, position) => (
        <li key={position} className="border-l-4 border-line pl-3">
          <p className="text-sm text-muted">{formatMoment(record.at)}</p>
          <p className="font-medium">{toTitle(record)}</p>
          <p className="whitespace-pre-line wrap-anywhere">{toLines(record).join('\n')}</p>
        </li>
      ))}
    </ol>
  )
}

const kinds: Record<string, string> = evidenceRecordsText.kinds
const states: Record<string, string> = evidenceRecordsText.states
const events: Record<string, Record<string, string>> = {
  history: historyText.events,
  report: moderationSentences.reasons,
}

function toTitle({ kind, what }: EvidenceRecord): string {
  const name = kinds[kind] ?? text.records
  const event = kind === what ? undefined : (events[kind] ?? states)[what]
  return event === undefined ? name : `${name}: ${event}`
}

/** The number of the line that is an amount in kobo. */
const amountAt: Record<string, number> = { 'outside-receipt': 0, expense: 1 }
const values: Record<string, string> = { ...states, ...moderationSentences.grounds }

/** Fields by their names, and lines of other texts without the ids of their files. */
function toLines({ kind, text }: EvidenceRecord): string[] {
  if (kind === 'edit') return toEditLines(text)
  if (kind === 'change' || kind === 'version') return toStoryLines(text)
  return text
    .split('\n')
    .map((line, index) => {
      if (index === amountAt[kind]) return formatNaira(kobo(Number(line)))
      return /^\d{4}-\d\d-\d\d$/.test(line) ? formatDay(line) : (values[line] ?? line)
    })
    .filter((line) => !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(line))
}

function toEditLines(text: string): string[] {
  const { fields, before } = editsText
  const changes = JSON.parse(text) as z.output<typeof fieldChangesSchema>
  return changes.map(({ field, before: value }) =>
    value === null ? fields[field] : `${before({ field: fields[field] })}: ${value}`,
  )
}

function toStoryLines(text: string): string[] {
  const { fields } = editsText
  const content = JSON.parse(text) as VersionContent & Partial<Pick<EvidenceBody, 'contact'>>
  const { contact } = content
  const lines = storyTexts
    .filter(({ field }) => field in content)
    .map(({ field, read }) => `${fields[field]}: ${read(content)}`)
  if (contact) lines.push(`${fields.contact}: ${contact.name}, ${contact.email}, ${contact.phone}`)
  return lines
}

import { textNames } from '#shared/campaign-content.ts'
import { evidenceDocumentPath, type Evidence, type EvidenceRecord } from '#shared/evidence.ts'
import { formatNaira, kobo } from '#shared/money.ts'
import { useLoaderData } from '#web/router/navigate.tsx'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi, toOutcome } from '../../api/client.ts'
import { paths } from '../../navigation/paths.ts'
import { campaignText } from '../../text/campaign.ts'
import { dashboardText } from '../../text/dashboard.ts'
import { formatDay, formatMoment } from '../../format/day.ts'
import { evidenceText } from '../../text/evidence.ts'
import { reviewText } from '../../text/review.ts'
import { BackLink } from '../../ui/page-head.tsx'
import { Loaded } from '../parts/dashboard/loaded.tsx'
import { HiddenHeader } from '../parts/dashboard/screen-header.tsx'
import { requireAccount } from '../parts/session/account.loaders.ts'
import { DocumentLinks } from './review/review-documents.tsx'
import { Facts } from '../../ui/facts.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  return { data: toOutcome(getApi(context).get('/evidence/:id', { id: params.id ?? '' })) }
}

/** The evidence of one deleted campaign, for reviewers. */
export function Component() {
  const text = evidenceText
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
  const text = evidenceText
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
  const text = evidenceText
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
  const text = evidenceText
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

function Records({ records }: { records: readonly EvidenceRecord[] }) {
  return (
    <ol className="grid gap-4">
      {records.map(({ at, kind, what, text }, position) => (
        <li key={position} className="border-l-4 border-line pl-3">
          <p className="text-sm text-muted">{formatMoment(at)}</p>
          <p className="font-medium">{kind === what ? kind : `${kind}: ${what}`}</p>
          <p className="whitespace-pre-line wrap-anywhere">{text}</p>
        </li>
      ))}
    </ol>
  )
}

import { useEffect, useRef, useState, type ReactNode } from 'react'

import { formatNaira } from '#shared/money.ts'
import type { ReviewItem, ReviewQueue, ReviewRow } from '#shared/review.ts'
import {
  useLoaderData,
  useNavigate,
  useRevalidator,
  useSearchParams,
  Link,
} from '#web/router/navigate.tsx'
import type { LoaderFunctionArgs } from '#web/router/route.ts'
import type { ReleasableStop, StoppedCampaign } from '#shared/payout-stop.ts'
import type { LiveEdit, LiveEdits } from '#shared/campaign-version.ts'

import { browserApi, getApi, toOutcome } from '../../api/client.ts'
import { lazyPart, lazyDialog } from '../../forms/lazy.tsx'
import { paths, campaignPath } from '../../navigation/paths.ts'
import { moderationText } from '../../text/moderation.ts'
import { evidenceText } from '../../text/evidence.ts'
import { payoutStopText } from '../../text/payout-stop.ts'
import { reviewText } from '../../text/review.ts'
import { ShortMoment, type Column } from '../../ui/data-table.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { CampaignPage } from '../parts/campaign/campaign-page.tsx'
import { Funding } from '../parts/campaign/campaign-card.tsx'
import { Loaded, Loading, RowSkeletons } from '../parts/dashboard/loaded.tsx'
import { ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import { HistoryList } from '../parts/history/history-list.tsx'
import { requireAccount } from '../parts/session/account.loaders.ts'
import { ConflictNote } from './moderation/conflict-note.tsx'
import { ItemView, toItemSearch, useItem, firstItem } from './parts/item-view.tsx'
import { StaffList, toListQuery } from './parts/staff-list.tsx'
import { ReviewItemCard } from './review/review-item-card.tsx'
import { formatMoment } from '../../format/day.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useStaffAction } from './parts/use-staff-action.ts'
import { Section } from '../../ui/section.tsx'

type WaitingProps = { id: string; title: string; notes: readonly string[]; children: ReactNode }

/** A campaign that waits for a decision. */
function WaitingCard({ id, title, notes, children }: WaitingProps) {
  return (
    <article aria-labelledby={id}>
      <Card className="grid gap-4 p-5 sm:p-6">
        <header>
          <h3 id={id} className="text-lg font-bold wrap-anywhere">
            {title}
          </h3>
          {notes.map((note) => (
            <p key={note} className="text-sm text-muted">
              {note}
            </p>
          ))}
        </header>
        {children}
      </Card>
    </article>
  )
}

type LiveEditsProps = {
  list: LiveEdits
  renderDifference: (edit: LiveEdit) => ReactNode
  onDone: () => void
}

/** Edits that went live without review: a reviewer accepts them or takes them back. */
export function LiveEditList({ list: { edits, total, threshold }, ...rest }: LiveEditsProps) {
  const { edits: text } = reviewText
  if (total === 0) return null
  return (
    <Section id="live-edits" title={text.title} className="mt-10">
      <p className="mt-1 mb-4 text-muted">{text.intro}</p>
      {total > edits.length && <p className="mb-4">{text.more({ listed: edits.length, total })}</p>}
      <ul className="grid gap-6">
        {edits.map((edit) => (
          <li key={edit.campaign.id}>
            <LiveEditCard edit={edit} threshold={threshold} {...rest} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

type LiveEditProps = Omit<LiveEditsProps, 'list'> & { edit: LiveEdit; threshold: number }

function LiveEditCard({ edit, threshold, renderDifference, onDone }: LiveEditProps) {
  const { edits: text, reason } = reviewText
  const { campaign, at, score } = edit
  const { accept, takeBack, busy } = useDecision(edit, onDone)
  const [isOpen, setOpen] = useState(false)
  return (
    <WaitingCard
      id={`live-edit-${campaign.id}`}
      title={campaign.title}
      notes={[text.edited({ when: formatMoment(at) }), text.score({ score, threshold })]}
    >
      {renderDifference(edit)}
      <Link to={campaignPath(campaign.id)} className="link">
        {text.see}
      </Link>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button variant="quiet" busy={busy} onClick={() => void accept()}>
          {text.accept}
        </Button>
        <Button variant="quiet-danger" disabled={busy} onClick={() => setOpen(true)}>
          {text.takeBack}
        </Button>
      </div>
      <StaffReasonDialog
        open={isOpen}
        title={text.takeBackTitle}
        text={campaign.title}
        variant="danger"
        label={reason}
        hint={text.takeBackHint}
        confirmLabel={text.takeBack}
        onSend={async (typed) => {
          if (await takeBack(typed)) setOpen(false)
        }}
        onClose={() => setOpen(false)}
      />
    </WaitingCard>
  )
}

/** Errors that mean that the list on the screen is outdated. */
const outdatedCodes = ['campaign-changed', 'already-reviewed', 'not-found']

function useDecision({ campaign, number }: LiveEdit, onDone: () => void) {
  const { edits: text } = reviewText
  const { act, busy } = useStaffAction(onDone, { outdatedCodes })
  return {
    busy,
    accept: () =>
      act('/reviews/:id/edits/accept', campaign.id, text.accepted({ title: campaign.title }), {
        number,
      }),
    takeBack: (reason: string) =>
      act('/reviews/:id/edits/take-back', campaign.id, text.takenBack({ title: campaign.title }), {
        number,
        reason,
      }),
  }
}

const StaffReasonDialog = lazyDialog(
  async () => (await import('./parts/staff-reason-dialog.tsx')).StaffReasonDialog,
)

type Props = {
  campaigns: StoppedCampaign[]
  onDone: () => void
}

function PayoutStopList({ campaigns, ...rest }: Props) {
  const { queue: text } = payoutStopText
  if (campaigns.length === 0) return null
  return (
    <Section id="payout-stops" title={text.title} className="mt-10">
      <p className="mt-1 mb-4 text-muted">{text.intro}</p>
      <ul className="grid gap-6">
        {campaigns.map((campaign) => (
          <li key={campaign.campaignId}>
            <StoppedCampaignCard campaign={campaign} {...rest} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

type CardProps = Omit<Props, 'campaigns'> & { campaign: StoppedCampaign }

function StoppedCampaignCard({ campaign, onDone }: CardProps) {
  const { queue: text, reasons, since } = payoutStopText
  const { campaignId, title, held, stops, canRelease, conflicts } = campaign
  const { act, busy } = useStaffAction(onDone)
  const [kind, setKind] = useState<ReleasableStop | null>(null)
  const release = async (reason: string) => {
    const path = '/payout-stops/:id/release'
    if (await act(path, campaignId, text.released({ title }), { kind, reason })) setKind(null)
  }
  return (
    <WaitingCard
      id={`stopped-${campaignId}`}
      title={title}
      notes={[text.held({ amount: formatNaira(held) })]}
    >
      <ul className="grid gap-2">
        {stops.map((stop) => (
          <li key={stop.kind}>
            {reasons[stop.kind]}{' '}
            <span className="text-sm text-muted">
              {since({ moment: formatMoment(stop.since) })}
            </span>
          </li>
        ))}
      </ul>
      <Link to={campaignPath(campaignId)} className="link">
        {text.see}
      </Link>
      {conflicts.length > 0 && <ConflictNote conflicts={conflicts} />}
      {conflicts.length === 0 && canRelease.length === 0 && <p>{text.notYours}</p>}
      <div className="flex flex-col gap-3 sm:flex-row">
        {canRelease.map((each) => (
          <Button key={each} disabled={busy} onClick={() => setKind(each)}>
            {text.release[each]}
          </Button>
        ))}
      </div>
      <StaffReasonDialog
        open={kind !== null}
        title={text.releaseTitle}
        text={title}
        variant="danger"
        label={text.reason}
        hint={text.reasonHint}
        confirmLabel={kind === null ? text.back : text.release[kind]}
        onSend={release}
        onClose={() => setKind(null)}
      />
    </WaitingCard>
  )
}

const BudgetTable = lazyPart(
  async () => (await import('../parts/campaign/budget-table.tsx')).BudgetTable,
)
const ContentDifference = lazyPart(
  async () => (await import('../parts/history/content-difference.tsx')).ContentDifference,
)

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const api = getApi(context)
  const { item = null, ...query } = toListQuery(new URL(request.url).searchParams)
  // Of the first row, for a list that has no other.
  const details = item === null || item === firstItem ? { limit: 1 } : { item }
  return {
    queue: toOutcome(api.get('/reviews', { ...query, ...details })),
    edits: toOutcome(api.get('/reviews/edits')),
    stopped: toOutcome(api.get('/payout-stops')),
  }
}

/** The review queue (readings P3). For all other people the API responds with 404. */
export function Component() {
  const text = reviewText
  const { queue, edits, stopped } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const header = <ScreenHeader title={text.title} subtitle={text.subtitle} />
  return (
    <Loaded data={queue} text={text} header={header}>
      {(list) => (
        <>
          {header}
          <Link to={paths.evidence} className="link mb-4 inline-block py-2 text-sm">
            {evidenceText.title}
          </Link>
          <Queue list={list} />
          <Loaded data={edits} text={text.edits}>
            {(live) => (
              <LiveEditList
                list={live}
                renderDifference={(edit) => <ContentDifference {...edit} />}
                onDone={() => void revalidate()}
              />
            )}
          </Loaded>
          <Loaded data={stopped} text={payoutStopText.queue}>
            {({ campaigns }) => (
              <PayoutStopList campaigns={campaigns} onDone={() => void revalidate()} />
            )}
          </Loaded>
        </>
      )}
    </Loaded>
  )
}

function Queue({ list }: { list: ReviewQueue }) {
  const { rows, items, next } = list
  const navigate = useNavigate()
  const search = useSearchParams()
  const { revalidate } = useRevalidator()
  const ids = rows.map(({ id }) => id)
  useScheduledDecisions(list, revalidate)
  const id = useItem(ids, next)
  const item = items.find(({ campaign }) => campaign.id === id)
  const isMissing = id !== undefined && item === undefined
  // Of text, because each render has parameters of its own, and a navigation begins anew when it is repeated.
  const query = search.toString()
  useEffect(() => {
    if (isMissing) void navigate(toItemSearch(new URLSearchParams(query), id), { replace: true })
  }, [isMissing, id, navigate, query])
  if (isMissing) return <Loading label={reviewText.loading} skeleton={RowSkeletons} />
  if (!item) return <ReviewList list={list} onDone={() => void revalidate()} />
  return (
    <ItemView id={item.campaign.id} ids={ids} next={next}>
      <ReviewItemCard
        key={item.campaign.id}
        item={item}
        preview={
          <CampaignPage
            campaign={toPublicView(item)}
            aside={<Funding goal={item.campaign.goal} raised={item.campaign.raised} />}
            isPreview
          >
            <BudgetTable budget={item.campaign.budget} />
          </CampaignPage>
        }
        history={<HistoryList transitions={item.transitions} />}
        difference={item.difference && <ContentDifference {...item.difference} />}
        conflict={item.conflicts.length > 0 ? <ConflictNote conflicts={item.conflicts} /> : null}
        onDecided={() => void revalidate()}
      />
    </ItemView>
  )
}

type ListProps = { list: ReviewQueue; onDone: () => void }

/** The queue: what this reviewer may decide, longest waiting first, then what others have to decide. */
function ReviewList({ list, onDone }: ListProps) {
  const text = reviewText
  const search = useSearchParams()
  const kinds: Record<string, string> = text.kinds
  const columns: Column<ReviewRow>[] = [
    {
      header: text.campaign,
      place: 'title',
      cell: ({ id, title }) => (
        <Link to={toItemSearch(search, id)} className="link">
          {title}
        </Link>
      ),
    },
    { header: text.goal, numeric: true, cell: ({ goal }) => formatNaira(goal) },
    { header: text.kind, place: 'line', cell: ({ kind }) => text.kinds[kind] },
    {
      header: text.since,
      place: 'note',
      cell: ({ submittedAt }) => <ShortMoment iso={submittedAt} />,
    },
    { header: text.owner, cell: ({ owner }) => owner },
  ]
  return (
    <StaffList
      isRanked
      page={list}
      rowsOf={({ rows }) => rows}
      caption={text.title}
      columns={columns}
      rowName={({ title }) => title}
      empty={<EmptyState title={text.none} text={text.noneHint} />}
      kindOf={({ kind }) => kind}
      kindName={(kind) => kinds[kind] ?? kind}
      filters={
        <>
          <SelectField
            label={moderationText.age}
            name="minHours"
            placeholder={moderationText.anyAge}
            options={toAges()}
            defaultValue={search.get('minHours') ?? ''}
          />
          <SelectField
            label={text.goal}
            name="large"
            placeholder={text.anyGoal}
            options={[{ value: 'yes', label: text.large }]}
            defaultValue={search.get('large') ?? ''}
          />
          <SelectField
            label={text.checks.title}
            name="warnings"
            placeholder={text.anyChecks}
            options={[
              { value: 'yes', label: text.warned },
              { value: 'no', label: text.notWarned },
            ]}
            defaultValue={search.get('warnings') ?? ''}
          />
        </>
      }
      read={(query) => browserApi.get('/reviews', { ...query, limit: 0 })}
      onDone={onDone}
    />
  )
}

const toAges = () => Object.entries(moderationText.ages).map(([value, label]) => ({ value, label }))

/** The campaign as visitors see it. */
function toPublicView({ campaign, isContactPublic }: ReviewItem) {
  return isContactPublic ? campaign : { ...campaign, contact: null }
}

/** The job starts within a second after the time. */
const extraSeconds = 1

/** Loads the queue again when a decision takes effect, and says so to the reviewer who made it, who may have gone on to another campaign. */
function useScheduledDecisions(list: ReviewQueue, reload: () => Promise<void>): void {
  const waiting = useRef(new Map<string, { item: ReviewItem; until: number }>())

  // Once for each answer, because its seconds count from when it came.
  useEffect(() => {
    const { items, rows } = list
    for (const [id, { item, until }] of waiting.current) {
      const after = items.find(({ campaign }) => campaign.id === id)
      const isListed = rows.some((row) => row.id === id)
      if (!after && (isListed || Date.now() < until)) continue
      waiting.current.delete(id)
      announce(item, after)
    }
    for (const item of items)
      if (item.scheduled?.isOwn)
        waiting.current.set(item.campaign.id, {
          item,
          until: Date.now() + item.scheduled.secondsLeft * 1_000,
        })

    const others = items.flatMap(({ scheduled }) =>
      scheduled && !scheduled.isOwn ? [Date.now() + scheduled.secondsLeft * 1_000] : [],
    )
    const times = [...[...waiting.current.values()].map(({ until }) => until), ...others]
    if (times.length === 0) return
    const wait = Math.max(0, Math.min(...times) - Date.now()) + extraSeconds * 1_000
    const timer = setTimeout(() => void reload(), wait)
    return () => clearTimeout(timer)
  }, [list, reload])
}

function announce(before: ReviewItem, after: ReviewItem | undefined): void {
  const text = reviewText
  const { title } = before.campaign
  if (!after)
    toast(
      before.scheduled?.event === 'reject' ? text.rejected({ title }) : text.approved({ title }),
    )
  else if (after.version > before.version && after.endorsedBy !== null && !after.unapplied)
    toast(text.endorsedToast({ title }))
}

import { useState } from 'react'

import {
  caseAssignments,
  caseStates,
  type Appeal,
  type AppealOutcome,
  type Appeals,
  type ModerationCase,
} from '#shared/moderation.ts'
import { reportReasons } from '#shared/report.ts'
import type { StaffListPage } from '#shared/staff-list.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'
import { useLoaderData, useRevalidator, useSearchParams, Link } from '#web/router/navigate.tsx'

import { browserApi, getApi, toOutcome } from '../../api/client.ts'
import { moderationText } from '../../text/moderation.ts'
import { reportText } from '../../text/report.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Field, SelectField } from '../../ui/fields.tsx'
import { Loaded } from '../parts/dashboard/loaded.tsx'
import { ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import { requireAccount } from '../parts/session/account.loaders.ts'
import { formatCount } from '../../text/language.ts'
import { ShortMoment, type Column } from '../../ui/data-table.tsx'
import { Badges, CaseCard } from './moderation/case-card.tsx'
import { ItemView, toItemSearch, useItem } from './parts/item-view.tsx'
import { StaffList, toListQuery } from './parts/staff-list.tsx'
import { campaignPath, paths } from '../../navigation/paths.ts'
import { formatMoment } from '../../format/day.ts'
import { Card } from '../../ui/card.tsx'
import { StaffReasonDialog } from './parts/staff-reason-dialog.tsx'
import { useStaffAction } from './parts/use-staff-action.ts'
import { ConflictNote } from './moderation/conflict-note.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const search = new URL(request.url).searchParams
  const { item: _item, ...query } = toListQuery(search)
  const api = getApi(context)
  const isOfAppeals = search.get('tab') === 'appeals'
  const list: Promise<Cases | Appeals> = isOfAppeals
    ? api.get('/appeals', query)
    : api.get('/cases', query)
  return { list: toOutcome(list) }
}

/** Reported campaigns and appeals, for reviewers. For all other people the API responds with 404. */
export function Component() {
  const text = moderationText
  const { list } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const header = <ScreenHeader title={text.title} subtitle={text.subtitle} />
  const reload = () => void revalidate()
  return (
    <Loaded data={list} text={text} header={header}>
      {(page) => (
        <>
          {header}
          <Link
            to={'appeals' in page ? paths.cases : '?tab=appeals'}
            className="link mb-4 inline-block py-2 text-sm"
          >
            {'appeals' in page ? text.reportsHeader : text.appeals.title}
          </Link>
          {'appeals' in page ? (
            <AppealQueue page={page} onDone={reload} />
          ) : (
            <Queue page={page} onDone={reload} />
          )}
        </>
      )}
    </Loaded>
  )
}

type Cases = StaffListPage & { cases: ModerationCase[] }
type QueueProps = { page: Cases; onDone: () => void }

function Queue({ page, onDone }: QueueProps) {
  const { cases, next } = page
  const ids = cases.map(({ id }) => String(id))
  const id = useItem(ids, next)
  const item = cases.find((each) => String(each.id) === id)
  if (!item) return <CaseList page={page} onDone={onDone} />
  return (
    <ItemView id={String(item.id)} ids={ids} next={next}>
      <CaseCard key={item.id} item={item} onDone={onDone} />
    </ItemView>
  )
}

const toTitle = ({ title }: { title: string }) => title || moderationText.unnamed

const toTitleColumn = (search: URLSearchParams): Column<{ id: number; title: string }> => ({
  header: moderationText.campaign,
  place: 'title',
  cell: (item) => (
    <Link to={toItemSearch(search, String(item.id))} className="link">
      {toTitle(item)}
    </Link>
  ),
})

/** Those with the most reports first. */
function CaseList({ page, onDone }: QueueProps) {
  const text = moderationText
  const search = useSearchParams()
  const columns: Column<ModerationCase>[] = [
    toTitleColumn(search),
    { header: text.reportsHeader, numeric: true, cell: ({ reports }) => formatCount(reports) },
    { header: text.state, place: 'line', cell: (item) => <Badges item={item} /> },
    {
      header: text.openedHeader,
      place: 'note',
      cell: ({ openedAt }) => <ShortMoment iso={openedAt} />,
    },
    {
      header: text.assigned,
      cell: ({ assignedTo }) =>
        assignedTo && (assignedTo.isMe ? text.assignments.me : assignedTo.name),
    },
  ]
  return (
    <StaffList
      isRanked
      page={page}
      rowsOf={({ cases }) => cases}
      caption={text.title}
      columns={columns}
      rowName={toTitle}
      empty={<EmptyState title={text.none} text={text.noneHint} />}
      isAlwaysFiltered
      kindOf={() => text.reportsHeader}
      filters={<CaseFilters />}
      read={(query) => browserApi.get('/cases', query)}
      bulk={[
        {
          path: '/cases/assign',
          label: text.assignChosen,
          isOffered: ({ actions }) => actions.includes('assign'),
        },
        {
          path: '/cases/dismiss',
          label: text.dismissChosen,
          isOffered: ({ actions }) => actions.includes('dismiss'),
        },
      ]}
      onDone={onDone}
    />
  )
}

const toOptions = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }))

/** Their values become the address. */
function CaseFilters() {
  const text = moderationText
  const search = useSearchParams()
  const ages = Object.entries(text.ages).map(([value, label]) => ({ value, label }))
  const select = (name: string, label: string, placeholder: string, options: typeof ages) => (
    <SelectField
      label={label}
      name={name}
      placeholder={placeholder}
      options={options}
      defaultValue={search.get(name) ?? ''}
    />
  )
  const states = caseStates.filter((each) => each !== 'open')
  return (
    <>
      {select('state', text.state, text.states.open, toOptions(states, text.states))}
      {select('reason', text.reason, text.anyReason, toOptions(reportReasons, reportText.reasons))}
      {select('minHours', text.age, text.anyAge, ages)}
      {select('assigned', text.assigned, text.anyone, toOptions(caseAssignments, text.assignments))}
      <Field
        label={text.reference}
        name="reference"
        maxLength={20}
        defaultValue={search.get('reference') ?? ''}
      />
    </>
  )
}

type AppealsProps = { page: Appeals; onDone: () => void }

function AppealQueue({ page, onDone }: AppealsProps) {
  const { appeals, next } = page
  const ids = appeals.map(({ id }) => String(id))
  const id = useItem(ids, next)
  const item = appeals.find((each) => String(each.id) === id)
  if (!item) return <AppealList page={page} onDone={onDone} />
  return (
    <ItemView id={String(item.id)} ids={ids} next={next}>
      <AppealCard key={item.id} appeal={item} onDone={onDone} />
    </ItemView>
  )
}

/** Open appeals of organisers: what this reviewer may decide, oldest first, then what others have to decide. */
function AppealList({ page, onDone }: AppealsProps) {
  const { appeals: text } = moderationText
  const search = useSearchParams()
  const kinds: Record<string, string> = text.kinds
  const columns: Column<Appeal>[] = [
    toTitleColumn(search),
    {
      header: text.header,
      place: 'line',
      cell: ({ kind, conflicts }) => (conflicts.length > 0 ? text.others : text.kinds[kind]),
    },
    { header: text.since, place: 'note', cell: ({ at }) => <ShortMoment iso={at} /> },
    { header: text.due, cell: ({ dueAt }) => <ShortMoment iso={dueAt} /> },
  ]
  return (
    <StaffList
      isRanked
      page={page}
      rowsOf={({ appeals }) => appeals}
      caption={text.title}
      columns={columns}
      rowName={toTitle}
      empty={<EmptyState title={text.none} text={text.noneHint} />}
      kindOf={({ kind }) => kind}
      kindName={(kind) => kinds[kind] ?? kind}
      read={(query) => browserApi.get('/appeals', query)}
      onDone={onDone}
    />
  )
}

type CardProps = { appeal: Appeal; onDone: () => void }

function AppealCard({ appeal, onDone }: CardProps) {
  const { appeals: text, ...shared } = moderationText
  const { campaignId, kind, at, dueAt, isInForce, conflicts, reason } = appeal
  return (
    <article aria-labelledby="appeal">
      <Card className="grid gap-4 p-5 sm:p-6">
        <header className="space-y-1">
          <h2 id="appeal" className="text-lg font-bold wrap-anywhere">
            {appeal.title || shared.unnamed}
          </h2>
          <p className="font-medium">{text.kinds[kind]}</p>
          <p className="text-sm text-muted">{text.at({ when: formatMoment(at) })}</p>
          <p className="text-sm text-muted">{text.dueAt({ when: formatMoment(dueAt) })}</p>
        </header>
        {reason !== '' && <Quoted title={text.decision} text={reason} />}
        <Quoted title={text.organiser} text={appeal.text} />
        <p>
          <Link to={campaignPath(campaignId)} className="link tap">
            {shared.see}
          </Link>
        </p>
        {!isInForce && <p>{text.changed}</p>}
        {conflicts.length > 0 ? (
          <ConflictNote conflicts={conflicts} />
        ) : (
          <Decision appeal={appeal} onDone={onDone} />
        )}
      </Card>
    </article>
  )
}

function Quoted({ title, text }: { title: string; text: string }) {
  return (
    <div className="space-y-1">
      <p className="font-medium">{title}</p>
      <blockquote className="border-l-4 border-line pl-3 whitespace-pre-line wrap-anywhere">
        {text}
      </blockquote>
    </div>
  )
}

const actions = { upheld: 'uphold', overturned: 'overturn' } as const

function Decision({ appeal, onDone }: CardProps) {
  const { appeals: text, ownReason, ownReasonHint, back } = moderationText
  const { act, busy } = useStaffAction(onDone)
  const [open, setOpen] = useState<AppealOutcome | null>(null)
  const decide = async (outcome: AppealOutcome, reason: string) => {
    const path = `/appeals/:id/${actions[outcome]}` as const
    if (await act(path, appeal.id, text[outcome]({ title: appeal.title }), { reason }))
      setOpen(null)
  }
  const outcomes = appeal.isInForce ? (['upheld', 'overturned'] as const) : (['upheld'] as const)
  return (
    <div className="flex flex-col gap-3 sm:flex-row">
      {outcomes.map((outcome) => (
        <Button
          key={outcome}
          variant={outcome === 'upheld' ? 'quiet' : 'primary'}
          disabled={busy}
          onClick={() => setOpen(outcome)}
        >
          {text[actions[outcome]]}
        </Button>
      ))}
      {outcomes.map((outcome) => (
        <StaffReasonDialog
          key={outcome}
          open={open === outcome}
          title={text[actions[outcome]]}
          text={appeal.title}
          label={ownReason}
          hint={ownReasonHint}
          confirmLabel={text[actions[outcome]]}
          cancelLabel={back}
          onSend={(reason) => decide(outcome, reason)}
          onClose={() => setOpen(null)}
        />
      ))}
    </div>
  )
}

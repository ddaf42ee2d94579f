import { useState } from 'react'

import {
  caseAssignments,
  caseStates,
  type Appeal,
  type AppealOutcome,
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
import { campaignPath } from '../../navigation/paths.ts'
import { formatMoment } from '../../format/day.ts'
import { Card } from '../../ui/card.tsx'
import { StaffReasonDialog } from './parts/staff-reason-dialog.tsx'
import { useStaffAction } from './parts/use-staff-action.ts'
import { ConflictNote } from './moderation/conflict-note.tsx'
import { Section } from '../../ui/section.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const { appeals = null, item: _item, ...query } = toListQuery(new URL(request.url).searchParams)
  const api = getApi(context)
  return {
    // One outcome, because appeals that load after the cases would shift them.
    lists: toOutcome(
      Promise.all([api.get('/cases', query), api.get('/appeals', { after: appeals })]),
    ),
  }
}

/** Reported campaigns and appeals, for reviewers. For all other people the API responds with 404. */
export function Component() {
  const text = moderationText
  const { lists } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const header = <ScreenHeader title={text.title} subtitle={text.subtitle} />
  const reload = () => void revalidate()
  return (
    <Loaded data={lists} text={text} header={header}>
      {([page, appeals]) => (
        <>
          {header}
          <AppealList {...appeals} onDone={reload} />
          <Queue page={page} onDone={reload} />
        </>
      )}
    </Loaded>
  )
}

type QueueProps = { page: StaffListPage & { cases: ModerationCase[] }; onDone: () => void }

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

/** Those with the most reports first. */
function CaseList({ page, onDone }: QueueProps) {
  const text = moderationText
  const search = useSearchParams()
  const toTitle = ({ title }: ModerationCase) => title || text.unnamed
  const columns: Column<ModerationCase>[] = [
    {
      header: text.campaign,
      place: 'title',
      cell: (item) => (
        <Link to={toItemSearch(search, String(item.id))} className="link">
          {toTitle(item)}
        </Link>
      ),
    },
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
      rowKey={({ id }) => String(id)}
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

type Props = { appeals: Appeal[]; next: number | null; onDone: () => void }

/** Open appeals of organisers, oldest first. */
function AppealList({ appeals, next, onDone }: Props) {
  const { appeals: text } = moderationText
  if (appeals.length === 0) return null
  return (
    <Section id="appeals" title={text.title} heading="mb-4 text-xl font-bold" className="mb-10">
      <ul className="grid gap-6">
        {appeals.map((appeal) => (
          <li key={appeal.id}>
            <AppealCard appeal={appeal} onDone={onDone} />
          </li>
        ))}
      </ul>
      {next !== null && (
        <Link to={`?appeals=${next}`} className="link inline-block py-2">
          {text.more}
        </Link>
      )}
    </Section>
  )
}

type CardProps = { appeal: Appeal; onDone: () => void }

function AppealCard({ appeal, onDone }: CardProps) {
  const { appeals: text, ...shared } = moderationText
  const { campaignId, kind, at, isInForce, conflicts, reason } = appeal
  return (
    <Card className="grid gap-4 p-5 sm:p-6">
      <header className="space-y-1">
        <h3 className="text-lg font-bold wrap-anywhere">{appeal.title || shared.unnamed}</h3>
        <p className="font-medium">{text.kinds[kind]}</p>
        <p className="text-sm text-muted">{text.at({ when: formatMoment(at) })}</p>
      </header>
      {reason !== '' && <Quoted title={text.decision} text={reason} />}
      <Quoted title={text.organiser} text={appeal.text} />
      <p>
        <Link to={campaignPath(campaignId)} className="link inline-block py-2">
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

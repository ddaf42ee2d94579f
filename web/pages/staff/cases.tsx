import { useState } from 'react'

import { caseAssignments, caseStates, type Appeal, type AppealOutcome } from '#shared/moderation.ts'
import { reportReasons } from '#shared/report.ts'
import { Form } from '#web/router/form.tsx'
import { useLoaderData, useRevalidator } from '#web/router/hooks.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'
import { Link } from '#web/router/link.tsx'

import { getApi } from '../../api/client.ts'
import { toOutcome } from '../../api/outcome.ts'
import { moderationText } from '../../text/moderation.ts'
import { reportText } from '../../text/report.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Field, SelectField } from '../../ui/fields.tsx'
import { Loaded, Missing, RowSkeletons } from '../parts/dashboard/loaded.tsx'
import { Pager, ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import { requireAccount } from '../parts/session/account.loaders.ts'
import { CaseCard } from './moderation/case-card.tsx'
import { campaignPath } from '../../navigation/paths.ts'
import { formatMoment } from '../../format/day.ts'
import { Card } from '../../ui/card.tsx'
import { StaffReasonDialog } from './parts/staff-reason-dialog.tsx'
import { useStaffAction } from './parts/use-staff-action.ts'
import { ConflictNote } from './moderation/conflict-note.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  await requireAccount(context, request)
  const query: CaseQuery = Object.fromEntries(new URL(request.url).searchParams)
  const api = getApi(context)
  return {
    query,
    // One outcome, because appeals that load after the cases would shift them.
    lists: toOutcome(Promise.all([api.get('/cases', query), api.get('/appeals')])),
  }
}

/** Reported campaigns and appeals, for reviewers. For all other people the API responds with 404. */
export function Component() {
  const text = moderationText
  const { query, lists } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const header = <ScreenHeader title={text.title} subtitle={text.subtitle} />
  const skeleton = <RowSkeletons label={text.loading} />
  const reload = () => void revalidate()
  return (
    <Loaded
      data={lists}
      failed={text.failed}
      missing={<Missing />}
      header={header}
      skeleton={skeleton}
    >
      {([{ cases, next }, { appeals }]) => (
        <>
          {header}
          <AppealList appeals={appeals} onDone={reload} />
          <CaseFilter query={query} />
          {cases.length === 0 ? (
            <EmptyState title={text.none} text={text.noneHint} />
          ) : (
            <ul className="grid gap-6">
              {cases.map((item) => (
                <li key={item.id}>
                  <CaseCard item={item} onDone={reload} />
                </li>
              ))}
            </ul>
          )}
          <Pager next={next === null ? null : String(next)} />
        </>
      )}
    </Loaded>
  )
}

type CaseQuery = Partial<
  Record<'state' | 'reason' | 'minHours' | 'assigned' | 'reference' | 'after', string>
>

const toOptions = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }))

/** The filters of the queue. Their values become the URL. */
function CaseFilter({ query }: { query: CaseQuery }) {
  const text = moderationText
  const { state, reason, minHours, assigned, reference } = query
  const ages = Object.entries(text.ages).map(([value, label]) => ({ value, label }))
  return (
    <search aria-label={text.filters}>
      <Form
        key={Object.values(query).join(' ')}
        className="card mb-6 grid items-end gap-4 p-4 sm:grid-cols-2 xl:grid-cols-[repeat(5,minmax(0,1fr))_auto]"
      >
        <SelectField
          label={text.state}
          name="state"
          placeholder={text.states.open}
          options={toOptions(
            caseStates.filter((each) => each !== 'open'),
            text.states,
          )}
          defaultValue={state}
        />
        <SelectField
          label={text.reason}
          name="reason"
          placeholder={text.anyReason}
          options={toOptions(reportReasons, reportText.reasons)}
          defaultValue={reason}
        />
        <SelectField
          label={text.age}
          name="minHours"
          placeholder={text.anyAge}
          options={ages}
          defaultValue={minHours}
        />
        <SelectField
          label={text.assigned}
          name="assigned"
          placeholder={text.anyone}
          options={toOptions(caseAssignments, text.assignments)}
          defaultValue={assigned}
        />
        <Field label={text.reference} name="reference" maxLength={20} defaultValue={reference} />
        <Button type="submit" variant="quiet">
          {text.apply}
        </Button>
      </Form>
    </search>
  )
}

type Props = { appeals: Appeal[]; onDone: () => void }

/** Open appeals of organisers, oldest first. */
function AppealList({ appeals, onDone }: Props) {
  const { appeals: text } = moderationText
  if (appeals.length === 0) return null
  return (
    <section aria-labelledby="appeals" className="mb-10">
      <h2 id="appeals" className="mb-4 text-xl font-bold">
        {text.title}
      </h2>
      <ul className="grid gap-6">
        {appeals.map((appeal) => (
          <li key={appeal.id}>
            <AppealCard appeal={appeal} onDone={onDone} />
          </li>
        ))}
      </ul>
    </section>
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

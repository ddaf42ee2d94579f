import { caseAssignments, caseStates } from '#shared/moderation.ts'
import { reportReasons } from '#shared/report.ts'
import { Form } from '#web/router/form.tsx'
import { useLoaderData, useRevalidator } from '#web/router/hooks.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

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
import { AppealList } from './moderation/appeal-list.tsx'
import { CaseCard } from './moderation/case-card.tsx'

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

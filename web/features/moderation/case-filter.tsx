import { caseAssignments, caseStates } from '#shared/moderation.ts'
import { reportReasons } from '#shared/report.ts'
import { Form } from '#web/router/form.tsx'

import { reportText } from '../../text/report.ts'
import { moderationText } from '../../text/moderation.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'

export type CaseQuery = Partial<
  Record<'state' | 'reason' | 'minHours' | 'assigned' | 'reference' | 'after', string>
>

const toOptions = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }))

/** The filters of the queue. Their values become the URL. */
export function CaseFilter({ query }: { query: CaseQuery }) {
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

import { useController, useWatch, type UseFormReturn } from 'react-hook-form'
import { useId } from 'react'

import { budgetLines, budgetTextMax, sumBudget } from '#shared/budget.ts'
import { formatNairaInText, kobo } from '#shared/money.ts'
import { parseNaira } from '#shared/parse-naira.ts'

import { wizardText } from '../../../text/wizard.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/fields.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import type { InformationForm } from './wizard-form.tsx'

const toKobo = (typed: string) => parseNaira(typed) ?? kobo(0)

/** What each part of the goal pays for. An emptied line counts as none. */
export function BudgetField({ form }: { form: UseFormReturn<InformationForm> }) {
  const { budget: text } = wizardText
  const id = useId()
  const { field, fieldState } = useController({ name: 'budget', control: form.control })
  const goal = useWatch({ name: 'goalAmount', control: form.control })
  field.ref({ focus: () => document.getElementById(id)?.focus() })
  const typed = field.value ?? []
  const missing = Math.max(0, budgetLines.min - typed.length)
  const lines = [...typed, ...Array.from({ length: missing }, () => empty)]
  const save = (budget: typeof lines) =>
    form.setValue('budget', budget, {
      shouldDirty: true,
      shouldValidate: fieldState.error !== undefined,
    })
  const change = (at: number, change: Partial<typeof empty>) =>
    save(lines.map((line, index) => (index === at ? { ...line, ...change } : line)))
  const sum = sumBudget(typed.map(({ amount }) => ({ amount: toKobo(amount) })))
  return (
    <div className="grid gap-4">
      {lines.map((line, index) => (
        <div key={index} className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_12rem]">
          <Field
            id={index === 0 ? id : undefined}
            label={text.line({ number: index + 1 })}
            error={index === 0 ? fieldState.error?.message : undefined}
            maxLength={budgetTextMax}
            value={line.text}
            onChange={(event) => change(index, { text: event.currentTarget.value })}
          />
          <MoneyField
            label={text.amount({ number: index + 1 })}
            value={line.amount}
            onChange={(event) => change(index, { amount: event.currentTarget.value })}
          />
        </div>
      ))}
      <p aria-live="polite" className="money text-sm">
        {text.sum({ sum: formatNairaInText(sum), goal: formatNairaInText(toKobo(goal)) })}
      </p>
      {lines.length < budgetLines.max && (
        <Button
          variant="quiet"
          className="justify-self-start"
          onClick={() => save([...lines, empty])}
        >
          {text.add}
        </Button>
      )}
    </div>
  )
}

const empty = { text: '', amount: '' }

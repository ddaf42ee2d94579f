import { coachText } from '../../../../text/coach.ts'
import { wizardText } from '../../../../text/wizard.ts'
import type { WizardForms } from '../form/wizard-form.tsx'
import { toChecklist } from './checklist.ts'
import { StateIcon } from './state-icon.tsx'
import { useTypedValues } from './use-typed-values.ts'

type Props = {
  forms: Pick<WizardForms, 'basic' | 'information'>
  documentCount: number
  /** Opens an earlier tab. */
  onOpen: (tab: number) => void
}

/** What is recommended before submitting. Nothing of it is required. */
export function ChecklistPanel({ forms: { basic, information }, documentCount, onOpen }: Props) {
  const { checklist: text } = coachText
  const form = { ...useTypedValues(basic), ...useTypedValues(information) }
  const items = toChecklist(form, documentCount)
  const done = items.filter(({ isDone }) => isDone).length
  return (
    <section className="card p-4">
      <h2 className="font-bold">{text.title}</h2>
      <p className="text-sm text-muted">{text.count(done, items.length)}</p>
      <ul className="mt-2 text-sm">
        {items.map(({ item, isDone, tab }) => (
          <li key={item} className="flex min-h-11 flex-wrap items-center gap-x-2">
            <StateIcon isDone={isDone} word={isDone ? text.done : text.open} />
            <span className="min-w-0 grow basis-40">{text.items[item]}</span>
            {!isDone && (
              <button type="button" onClick={() => onOpen(tab)} className="link min-h-11">
                {text.go(wizardText.tabs[tab] ?? '')}
                <span className="sr-only">: {text.items[item]}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

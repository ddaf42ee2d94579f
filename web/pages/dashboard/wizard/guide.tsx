import { Eye, Lightbulb } from 'lucide-react'
import { type ComponentType, useState } from 'react'

import type { CampaignDetail } from '#shared/campaign.ts'
import type { Category } from '#shared/category.ts'
import type { CampaignDocument } from '#shared/document.ts'
import { formatNairaInText } from '#shared/money.ts'

import { coachText } from '../../../text/coach.ts'
import { Button } from '../../../ui/button.tsx'
import { coach, type Coaching, facts, StateIcon, type Tip, useTypedValues } from './coach.tsx'
import { type Owner, toPreviewCampaign } from './preview-campaign.ts'
import { isNarrow, type WizardForms } from './wizard-form.tsx'

/** Shows the page of a campaign. Another feature draws it, and the screen brings both together. */
export type Preview = ComponentType<{
  open: boolean
  campaign: CampaignDetail
  documents: readonly CampaignDocument[]
  onClose: () => void
}>

type Props = {
  tab: number
  forms: WizardForms
  documents: readonly CampaignDocument[]
  owner: Owner
  Preview: Preview
}

/** What helps on the open tab: suggestions for the typed values, what reviewers ask for, and a preview of the page. */
export function Guide({ tab, forms, documents, owner, Preview }: Props) {
  const text = coachText
  const [isPreviewing, setPreviewing] = useState(false)
  const basic = useTypedValues(forms.basic)
  const information = useTypedValues(forms.information)
  const contact = useTypedValues(forms.contact)
  const form = { ...basic, ...information, ...contact }
  const coaching = coach(form)
  const tips = [coaching.basic, coaching.information][tab] ?? []
  return (
    <aside aria-label={text.title} className="card grid gap-3 p-3 lg:gap-5 lg:p-5">
      <Button variant="quiet" onClick={() => setPreviewing(true)}>
        <Eye size={18} aria-hidden="true" />
        {text.preview}
      </Button>
      {tips.length > 0 && <Tips tips={tips} />}
      {tab > 0 && (
        <details open={!isNarrow()} className="filters">
          <summary className="link w-fit">
            {tab === 1 ? text.facts.title : text.reviewers.title}
          </summary>
          {tab === 1 ? <Facts found={coaching.facts} /> : <Reviewers category={form.category} />}
        </details>
      )}
      <Preview
        open={isPreviewing}
        campaign={toPreviewCampaign(form, owner)}
        documents={documents.filter(({ isPublished }) => isPublished)}
        onClose={() => setPreviewing(false)}
      />
    </aside>
  )
}

function Facts({ found }: { found: Coaching['facts'] }) {
  const { facts: text } = coachText
  return (
    <section>
      <h2 className="font-bold max-lg:sr-only">{text.title}</h2>
      <ul className="mt-2 grid gap-2 text-sm">
        {facts.map((fact) => (
          <li key={fact} className="flex gap-2">
            <StateIcon isDone={found[fact]} word={found[fact] ? text.found : text.missing} />
            {text[fact]}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Tips({ tips }: { tips: Tip[] }) {
  const text = coachText
  return (
    <section>
      <h2 className="font-bold">{text.title}</h2>
      <p className="text-sm text-muted">{text.intro}</p>
      <ul className="mt-2 grid gap-2 text-sm">
        {tips.map((tip) => (
          <li key={tip.tip} className="flex gap-2">
            <Lightbulb size={20} aria-hidden="true" className="shrink-0 text-warning" />
            {toSentence(tip)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function toSentence(tip: Tip): string {
  const { tips: text } = coachText
  switch (tip.tip) {
    case 'short-story':
      return text[tip.tip](tip)
    case 'large-goal':
      return text[tip.tip]({ from: formatNairaInText(tip.from) })
    case 'sum-differs':
      return text[tip.tip]({ sum: formatNairaInText(tip.sum), goal: formatNairaInText(tip.goal) })
    case 'short-time':
    case 'long-time':
      return text[tip.tip](tip)
    case 'undescribed-photos':
      return text[tip.tip](tip)
    case 'short-title':
    case 'capital-title':
    case 'one-paragraph':
    case 'few-photos':
      return text[tip.tip]
  }
}

function Reviewers({ category = 'other' }: { category: Category | undefined }) {
  const { reviewers: text } = coachText
  return (
    <section className="text-sm">
      <h2 className="text-base font-bold max-lg:sr-only">{text.title}</h2>
      <ul className="mt-2 grid list-disc gap-2 pl-5">
        <li>{text.byCategory[category]}</li>
        <li>{text.account}</li>
      </ul>
      <p className="mt-3 text-muted">{text.next}</p>
    </section>
  )
}

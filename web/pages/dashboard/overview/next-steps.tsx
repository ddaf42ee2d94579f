import {
  CircleHelp,
  Clock,
  FilePen,
  Gavel,
  HeartHandshake,
  Inbox,
  Megaphone,
  Pencil,
  Search,
  Share2,
  type LucideIcon,
} from 'lucide-react'

import type { NextStep } from '#shared/overview.ts'
import { Link } from '#web/router/link.tsx'

import { campaignPath, givenPath, paths, payoutsPath } from '../../../navigation/paths.ts'
import { overviewText } from '../../../text/overview.ts'

const icons: Record<NextStep['kind'], LucideIcon> = {
  'answer-reviewer': CircleHelp,
  'read-decision': Gavel,
  resubmit: Pencil,
  'thank-donors': HeartHandshake,
  share: Share2,
  'await-review': Clock,
  'claim-donations': Inbox,
  'finish-draft': FilePen,
  'start-campaign': Megaphone,
  'find-campaign': Search,
}

/** What the person can do next. Each step is a link to where it is done. */
export function NextSteps({ steps }: { steps: readonly NextStep[] }) {
  const { next: text } = overviewText
  if (steps.length === 0) return null
  return (
    <section aria-labelledby="next-steps">
      <h2 id="next-steps" className="mb-4 text-xl font-bold">
        {text.title}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {steps.map((step) => (
          <li key={`${step.kind} ${'campaign' in step ? step.campaign.id : ''}`}>
            <Step step={step} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Step({ step }: { step: NextStep }) {
  const { next: text } = overviewText
  const Icon = icons[step.kind]
  return (
    <Link
      to={toPath(step)}
      className="card group flex h-full items-center gap-4 p-4 transition-colors duration-150 hover:border-forest"
    >
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-full bg-mint text-on-mint"
      >
        <Icon size={20} />
      </span>
      <span className="min-w-0">
        <span className="block font-bold group-hover:text-forest">{text.steps[step.kind]}</span>
        <span className="line-clamp-2 text-sm text-muted wrap-anywhere">
          {'campaign' in step ? step.campaign.title : text.hints[step.kind]}
        </span>
      </span>
    </Link>
  )
}

function toPath(step: NextStep): string {
  if (step.kind === 'find-campaign') return paths.campaigns
  if (step.kind === 'claim-donations') return givenPath
  if (!('campaign' in step)) return paths.createCampaign
  const { id } = step.campaign
  return step.kind === 'thank-donors' ? payoutsPath(id) : campaignPath(id)
}

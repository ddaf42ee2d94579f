import { useState, type SyntheticEvent } from 'react'

import type { CampaignDetail } from '#shared/campaign.ts'
import type { PublicDocument } from '#shared/document.ts'

import { coachText } from '../../../text/coach.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { BudgetTable } from './budget-table.tsx'
import { CampaignPage, PublicDocuments } from './campaign-page.tsx'
import { DonatePanel, StickyActions } from './donate-panel.tsx'

type Props = {
  open: boolean
  campaign: CampaignDetail
  documents: readonly PublicDocument[]
  onClose: () => void
}

const sizes = ['phone', 'wide'] as const

/** The public page of a campaign that is not submitted yet. On a wide screen also as a phone shows it. */
export function PreviewDialog({ open, campaign, documents, onClose }: Props) {
  const { page: text } = coachText
  const [size, setSize] = useState<(typeof sizes)[number]>('wide')
  const shown = { ...campaign, title: campaign.title.trim() || text.untitled }
  return (
    <Dialog
      open={open}
      title={text.title}
      onClose={onClose}
      className="w-[min(76rem,calc(100vw-1rem))]!"
    >
      <p className="text-muted">{text.intro}</p>
      <fieldset className="flex gap-2 max-lg:hidden">
        <legend className="sr-only">{text.size}</legend>
        {sizes.map((each) => (
          <Button
            key={each}
            variant={each === size ? 'primary' : 'quiet'}
            aria-pressed={each === size}
            onClick={() => setSize(each)}
          >
            {text[each]}
          </Button>
        ))}
      </fieldset>
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- nothing can be pressed: the keyboard's clicks are stopped too */}
      <div
        onClickCapture={stop}
        className={`mx-auto rounded-card border border-line bg-cream p-4 ${size === 'phone' ? 'lg:max-w-96' : ''}`}
      >
        <CampaignPage
          campaign={shown}
          aside={<DonatePanel campaign={shown} />}
          isPreview={size === 'phone'}
        >
          <BudgetTable budget={shown.budget} />
          <PublicDocuments documents={documents} />
        </CampaignPage>
        <StickyActions campaign={shown} />
      </div>
    </Dialog>
  )
}

function stop(event: SyntheticEvent) {
  event.preventDefault()
  event.stopPropagation()
}

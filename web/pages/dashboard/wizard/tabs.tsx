import type { ReactNode } from 'react'

import type { CampaignDocument } from '#shared/document.ts'

import { idlePart, lazyPart, tabFrame } from '../../../forms/lazy.tsx'
import { wizardText } from '../../../text/wizard.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import type { ChoiceProps } from './draft-choice.tsx'
import type { Preview } from './guide.tsx'
import type { Owner } from './preview-campaign.ts'
import type { WizardTabs } from './use-tabs.ts'
import type { WizardForms } from './wizard-form.tsx'

/** What the guide needs from the screen: the organiser, and the public page of another feature. */
export type GuideProps = { owner: Owner; Preview: Preview }

type Props = GuideProps & {
  label: string
  tabs: Pick<WizardTabs, 'tab' | 'select'>
  contents: readonly ReactNode[]
  forms: WizardForms
  documents: readonly CampaignDocument[]
}

/** The three tabs, with what helps on the open one: beside them or, on narrow screens, below. */
export function GuidedTabs({ label, tabs: { tab, select }, contents, ...guide }: Props) {
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,42rem)_minmax(16rem,22rem)] xl:gap-10">
      <div className="max-w-2xl">
        <p className="text-sm text-muted">
          {wizardText.step({ number: tab + 1, count: contents.length })}
        </p>
        <Tabs
          label={label}
          selected={tab}
          onSelect={(index) => void select(index)}
          tabs={contents.map((content, index) => ({ name: wizardText.tabs[index], content }))}
        />
      </div>
      <div className="max-w-2xl self-start xl:sticky xl:top-24 xl:mt-18">
        <Guide isShown={false} tab={tab} {...guide} />
      </div>
    </div>
  )
}

const Choice = lazyPart(async () => (await import('./draft-choice.tsx')).DraftChoice)

/** Versions of a draft to choose from. Room for those that lost is kept until the code has loaded, so that the form does not move. */
export function DraftChoice(props: ChoiceProps) {
  const hasKept = props.kept.length > 0
  if (!props.isChanged && !hasKept) return null
  return (
    <div className={classNames('grid', hasKept && 'min-h-15')}>
      <Choice {...props} />
    </div>
  )
}

/** What the wizard and the form for editing do not show at first. */
export const InformationTab = idlePart(
  async () => (await import('./information-tab.tsx')).InformationTab,
  tabFrame,
)
export const ContactTab = idlePart(
  async () => (await import('./contact-tab.tsx')).ContactTab,
  tabFrame,
)
export const SubmitTab = idlePart(
  async () => (await import('./submit-tab.tsx')).SubmitTab,
  tabFrame,
)
const Guide = idlePart(async () => (await import('./guide.tsx')).Guide)

import { type ReactNode, useState, useMemo, useEffect, useRef } from 'react'

import type { Draft } from '#shared/campaign.ts'
import { useLoaderData, useNavigate } from '#web/router/navigate.tsx'

import { FormSkeleton, Loaded } from '../parts/dashboard/loaded.tsx'
import { ScreenHeader } from '../parts/dashboard/screen-header.tsx'
import { lazyDialog, lazyCode } from '../../forms/lazy.tsx'
import { paths, submittedState } from '../../navigation/paths.ts'
import { dashboardText } from '../../text/dashboard.ts'
import type { loader } from './create-campaign.data.ts'
import { browserApi, type Arriving, toOutcome } from '../../api/client.ts'
import type { WizardDraft } from './wizard/draft.ts'
import { readUnsavedDraft } from './wizard/unsaved-draft.ts'
import { noDocuments } from '../../forms/documents-state.ts'
import { wizardText } from '../../text/wizard.ts'
import { BasicTab } from './wizard/basic-tab.tsx'
import {
  DraftChoice,
  GuidedTabs,
  type GuideProps,
  InformationTab,
  SubmitTab,
} from './wizard/tabs.tsx'
import { useTabs } from './wizard/use-tabs.ts'
import { type DraftState, useDraft } from './wizard/use-draft.ts'
import { useCategory, useWizardForms, visitorSchemas } from './wizard/wizard-form.tsx'

export const Preview = lazyDialog(
  async () => (await import('../parts/campaign/preview-dialog.tsx')).PreviewDialog,
)

export function Component() {
  const { create: text } = dashboardText
  const { uid, owner, draft } = useLoaderData<typeof loader>()
  const latest = useLatestDraft(draft, uid)
  const navigate = useNavigate()
  const [restarts, setRestarts] = useState(0)
  const [restarted, setRestarted] = useState<WizardDraft | null>(null)
  const restart = (next: WizardDraft | null) => {
    setRestarted(next)
    setRestarts(restarts + 1)
  }
  return (
    <>
      <ScreenHeader title={text.title} subtitle={text.subtitle} />
      <Loaded data={latest} text={text} skeleton={FormSkeleton}>
        {(start) => (
          <Wizard
            key={restarts}
            draft={restarts === 0 ? start.draft : restarted}
            kept={restarts === 0 ? start.kept : []}
            userId={uid}
            owner={owner}
            Preview={Preview}
            onSubmitted={() => void navigate(paths.profile, { state: submittedState })}
            onDiscarded={() => restart(null)}
            onOpened={restart}
          />
        )}
      </Loaded>
    </>
  )
}

type Start = { draft: WizardDraft | null; kept: Draft[] }
type Saved = Arriving<Start>

const code = lazyCode(() => import('./wizard/draft.ts'))

/** The server's draft, or the one that only this tab has, whose schema is loaded then. */
function useLatestDraft(saved: Saved, uid: string): Saved {
  return useMemo(
    () => (readUnsavedDraft() === null ? saved : toOutcome(findLatest(saved, uid))),
    [saved, uid],
  )
}

async function findLatest(saved: Saved, uid: string): Promise<Start> {
  const [outcome, { getLatestDraft }] = await Promise.all([saved, code.load()])
  if ('error' in outcome) throw outcome.error
  return { ...outcome.value, draft: getLatestDraft(outcome.value.draft, uid) }
}

type WizardProps = GuideProps & {
  /** What visitors see in place of the third tab. They add photos later. */
  lastTab?: ReactNode
  draft: WizardDraft | null
  userId: string | undefined
  onSubmitted: () => void
  onDiscarded: () => void
  /** Versions that lost against another, newest first. */
  kept?: Draft[]
  onOpened?: (draft: WizardDraft) => void
}

const loadLaterTab = [undefined, InformationTab.load, SubmitTab.load]

const loadSaved = async () => (await browserApi.get('/draft')).draft

/** Three tabs and a confirmation (specification §2 and §4; readings C7). */
export function Wizard({ draft, userId, owner, Preview, onSubmitted, ...rest }: WizardProps) {
  const { onDiscarded, kept = [], onOpened = () => {}, lastTab } = rest
  const [start] = useState(draft)
  const forms = useWizardForms(start?.defaults, lastTab ? visitorSchemas : undefined)
  const category = useCategory(forms)
  const tabs = useTabs(forms, loadLaterTab, draft?.tab)
  const saving = useDraft(forms, tabs.tab, { draft, userId })
  const [documents, setDocuments] = useState(noDocuments)
  const box = useFocusOnOpenedTab(tabs.tab)
  const contents = [
    <BasicTab key="basic" form={forms.basic} onNext={() => tabs.select(1)} />,
    <InformationTab
      key="information"
      isShown={tabs.tab === 1}
      form={forms.information}
      isOfVisitor={lastTab !== undefined}
      onPictures={tabs.setUploading}
      onDocuments={setDocuments}
      onNext={() => tabs.select(2)}
    />,
    lastTab ?? (
      <SubmitTab
        key="contact"
        isShown={tabs.tab === 2}
        forms={forms}
        category={category}
        documents={documents}
        tabs={tabs}
        userId={userId}
        draft={saving}
        onSubmitted={onSubmitted}
      />
    ),
  ]

  return (
    <div ref={box}>
      <DraftNote
        state={saving.state}
        isRestored={start?.hasContent ?? false}
        onDiscard={() => saving.discard().then(onDiscarded)}
      />
      <DraftChoice
        kept={kept}
        isChanged={saving.state === 'changed'}
        loadTheirs={loadSaved}
        getMine={saving.read}
        onKeepMine={saving.keepMine}
        onOpened={(version) => saving.leaveFor(() => onOpened(version))}
      />
      <GuidedTabs
        label={wizardText.steps}
        tabs={tabs}
        contents={contents}
        forms={forms}
        documents={documents.documents}
        owner={owner}
        Preview={Preview}
      />
    </div>
  )
}

/** Focuses the opened tab, because the clicked button disappears with the previous one. */
function useFocusOnOpenedTab(tab: number) {
  const box = useRef<HTMLDivElement>(null)
  const previous = useRef(tab)
  useEffect(() => {
    if (previous.current === tab) return
    previous.current = tab
    const opened = box.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
    opened?.focus()
    opened?.scrollIntoView?.({ block: 'nearest' })
  }, [tab])
  return box
}

type DraftNoteProps = { state: DraftState; isRestored: boolean; onDiscard: () => void }

/** Announces politely whether the draft is saved. */
function DraftNote({ state, isRestored, onDiscard }: DraftNoteProps) {
  const { draft: text } = wizardText
  const [isDiscarding, setDiscarding] = useState(false)
  const discard = () => {
    setDiscarding(true)
    onDiscard()
  }
  return (
    // The height of the longest text is reserved, so that the layout does not shift.
    <div
      className={`mb-2 flex min-h-8 max-w-2xl justify-between gap-3 text-sm text-muted ${isRestored ? 'max-sm:min-h-13' : ''}`}
    >
      <output className="py-1">
        {state === 'changed' ? null : state === 'idle' ? isRestored && text.restored : text[state]}
      </output>
      {isRestored && (
        <button
          type="button"
          disabled={isDiscarding}
          onClick={discard}
          className="link shrink-0 self-start py-1"
        >
          {text.discard}
        </button>
      )}
    </div>
  )
}

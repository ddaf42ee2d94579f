import { useEffect, useRef, useState } from 'react'

import { noDocuments } from '../../../forms/documents-state.ts'
import { wizardText } from '../../../text/wizard.ts'
import { BasicTab } from './basic-tab.tsx'
import type { WizardDraft } from './draft.ts'
import { GuidedTabs, type GuideProps, InformationTab, SubmitTab } from './tabs.tsx'
import { useTabs } from './use-tabs.ts'
import { type DraftState, useDraft } from './use-draft.ts'
import { useCategory, useWizardForms } from './wizard-form.tsx'

type WizardProps = GuideProps & {
  draft: WizardDraft | null
  userId: string | undefined
  onSubmitted: () => void
  onDiscarded: () => void
}

const loadLaterTab = [undefined, InformationTab.load, SubmitTab.load]

/** Three tabs and a confirmation (specification §2 and §4; readings C7). */
export function Wizard({ draft, userId, owner, Preview, onSubmitted, onDiscarded }: WizardProps) {
  const [start] = useState(draft)
  const forms = useWizardForms(start?.defaults)
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
      onPictures={tabs.setUploading}
      onDocuments={setDocuments}
      onNext={() => tabs.select(2)}
    />,
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
    />,
  ]

  return (
    <div ref={box}>
      <DraftNote
        state={saving.state}
        isRestored={start?.hasContent ?? false}
        onDiscard={() => saving.discard().then(onDiscarded)}
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
    <div
      className={`mb-2 flex max-w-2xl justify-between gap-3 text-sm text-muted ${getHeight(isRestored)}`}
    >
      <output className="py-1">
        {state === 'idle' ? isRestored && text.restored : text[state]}
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

/** Reserves the height of the longest text, so that the layout does not shift. */
function getHeight(isRestored: boolean): string {
  return isRestored ? 'min-h-13 sm:min-h-8' : 'min-h-8'
}

import { useEffect, useRef, useState } from 'react'

import { noDocuments } from '../../../forms/documents/documents-state.ts'
import { wizardText } from '../../../text/wizard.ts'
import { BasicTab } from './basic-tab.tsx'
import type { WizardDraft } from './draft/draft.ts'
import { DraftNote } from './draft/draft-note.tsx'
import { useDraft } from './draft/use-draft.ts'
import { useCategory, useWizardForms } from './form/wizard-form.tsx'
import { GuidedTabs, type GuideProps } from './guided-tabs.tsx'
import { InformationTab, SubmitTab } from './later-tabs.tsx'
import { useTabs } from './use-tabs.ts'

type Props = GuideProps & {
  draft: WizardDraft | null
  userId: string | undefined
  onSubmitted: () => void
  onDiscarded: () => void
}

const loadLaterTab = [undefined, InformationTab.load, SubmitTab.load]

/** Three tabs and a confirmation (specification §2 and §4; readings C7). */
export function Wizard({ draft, userId, owner, Preview, onSubmitted, onDiscarded }: Props) {
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

import { useEffect, useState } from 'react'

import type { Draft } from '#shared/campaign.ts'

import { versionsText as text } from '../../../text/versions.ts'
import { wizardText } from '../../../text/wizard.ts'
import { Button } from '../../../ui/button.tsx'
import { KeptVersions, VersionChoice } from '../../parts/history/versions.tsx'
import { toWizardDraft, type WizardDraft } from './draft.ts'

export type ChoiceProps = {
  kept: Draft[]
  /** The server has refused what this wizard saved, and keeps it beside its own draft. */
  isChanged: boolean
  loadTheirs: () => Promise<Draft | null>
  getMine: () => Draft
  onKeepMine: () => void
  onOpened: (draft: WizardDraft) => void
}

/** Lets the person choose between two versions of the draft, and open one that lost. */
export function DraftChoice({ kept, isChanged, loadTheirs, ...mine }: ChoiceProps) {
  const { getMine, onKeepMine, onOpened } = mine
  const theirs = useServerDraft(isChanged, loadTheirs)
  if (isChanged && theirs)
    return (
      <section className="card mb-4 grid max-w-2xl gap-3 p-4">
        <VersionChoice {...theirs}>
          <Button onClick={onKeepMine}>{text.keepMine}</Button>
          <Button variant="quiet" onClick={() => onOpened(toWizardDraft(theirs))}>
            {text.keepTheirs}
          </Button>
        </VersionChoice>
        <details>
          <summary className="link">{text.seeBoth}</summary>
          <Differences mine={getMine()} theirs={theirs} />
        </details>
      </section>
    )
  if (isChanged) return null
  const open = (version: Draft) =>
    onOpened({ ...toWizardDraft(version), isUnsaved: true, replaces: true })
  return (
    <KeptVersions kept={kept}>
      {(version, label) => (
        <Button key={version.savedAt} variant="quiet" onClick={() => open(version)}>
          {label}
        </Button>
      )}
    </KeptVersions>
  )
}

function useServerDraft(isWanted: boolean, load: ChoiceProps['loadTheirs']): Draft | null {
  const [draft, setDraft] = useState<Draft | null>(null)
  useEffect(() => {
    if (!isWanted) return
    load().then(setDraft, () => {})
  }, [isWanted, load])
  return draft
}

const labels: Record<string, string> = {
  ...wizardText.basic,
  ...wizardText.information,
  ...wizardText.contact,
}

function Differences({ mine, theirs }: { mine: Draft; theirs: Draft }) {
  const names = Object.keys({ ...theirs.values, ...mine.values }).filter(
    (name) => toWords(mine.values[name]) !== toWords(theirs.values[name]),
  )
  return (
    <dl className="grid gap-3">
      {names.map((name) => (
        <div key={name}>
          <dt className="font-medium">{labels[name] ?? name}</dt>
          <dd className="break-words whitespace-pre-wrap">
            {text.mine}: {toWords(mine.values[name])}
          </dd>
          <dd className="break-words whitespace-pre-wrap">
            {text.theirs}: {toWords(theirs.values[name])}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function toWords(value: unknown): string {
  if (Array.isArray(value))
    return value.map((picture: { alt?: string }) => picture.alt || '·').join(', ')
  if (typeof value === 'string') return value
  return value === undefined || value === null || value === false ? '' : JSON.stringify(value)
}

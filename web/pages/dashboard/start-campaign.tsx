import { useEffect, useState } from 'react'

import { Link } from '#web/router/navigate.tsx'

import { NoScriptNote } from '../../layouts/dashboard-layout.tsx'
import { PublicLayout } from '../../layouts/public-layout.tsx'
import { paths } from '../../navigation/paths.ts'
import { continueDraft } from '../../navigation/record-visit.ts'
import { authText } from '../../text/auth.ts'
import { dashboardText } from '../../text/dashboard.ts'
import { buttonClass } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { FormSkeleton, Loading } from '../parts/dashboard/loaded.tsx'
import { Preview, Wizard } from './create-campaign.tsx'
import type { WizardDraft } from './wizard/draft.ts'
import { readUnsavedDraft } from './wizard/unsaved-draft.ts'

/** The first two tabs of the wizard. What is typed stays in this browser tab until there is an account (readings P12). */
export function Component() {
  const { create: text, start } = dashboardText
  const [draft, setDraft] = useState<WizardDraft | null>()
  const [restarts, setRestarts] = useState(0)
  useEffect(() => void readDraft().then(setDraft), [restarts])
  return (
    <PublicLayout isTask>
      <PageHead title={text.title} description={text.subtitle} />
      <div className="wrap min-h-screen py-4 sm:py-8">
        <h1 className="text-2xl font-extrabold">{text.title}</h1>
        <p className="mt-1 mb-2 text-muted">
          {start.subtitle}{' '}
          <Link to={paths.createCampaign} onClick={continueThis} className="link tap">
            {authText.logIn}
          </Link>
        </p>
        {draft === undefined ? (
          <>
            <NoScriptNote />
            <div className="noscript:hidden">
              <Loading label={text.loading} skeleton={FormSkeleton} />
            </div>
          </>
        ) : (
          <Wizard
            key={restarts}
            draft={draft}
            userId={undefined}
            owner={{ firstname: start.you, lastname: '' }}
            Preview={Preview}
            lastTab={<AccountChoice />}
            onSubmitted={() => undefined}
            onDiscarded={() => setRestarts(restarts + 1)}
          />
        )}
      </div>
    </PublicLayout>
  )
}

async function readDraft(): Promise<WizardDraft | null> {
  if (readUnsavedDraft() === null) return null
  return (await import('./wizard/draft.ts')).getLatestDraft(null, null)
}

const continueThis = () => continueDraft(true)

/** In place of the third tab, which needs an account (specification §2). */
function AccountChoice() {
  const { start: text } = dashboardText
  return (
    <section className="card max-w-2xl space-y-4 p-5">
      <h2 className="text-xl font-bold">{text.account}</h2>
      <p>{text.accountHint}</p>
      <div className="flex flex-wrap gap-3">
        <Link to={paths.signUp} onClick={continueThis} className={buttonClass()}>
          {authText.createAccount}
        </Link>
        <Link to={paths.login} onClick={continueThis} className={buttonClass('quiet')}>
          {authText.logIn}
        </Link>
      </div>
    </section>
  )
}

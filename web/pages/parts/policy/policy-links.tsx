import { Fragment } from 'react'

import { paths } from '../../../navigation/paths.ts'
import { policyText } from '../../../text/policy.ts'

type PolicyName = keyof typeof policyText.names

const marks = Object.fromEntries(
  Object.keys(policyText.names).map((name) => [name, `{${name}}`]),
) as Record<PolicyName, string>

/** A sentence with links to policies. They open in a new tab, so that a form being filled in stays open. */
export function PolicySentence({ text }: { text: (links: Record<PolicyName, string>) => string }) {
  return text(marks)
    .split(/\{(\w+)\}/)
    .map((part, index) => (
      <Fragment key={index}>
        {index % 2 === 1 ? <PolicyLink name={part as PolicyName} /> : part}
      </Fragment>
    ))
}

function PolicyLink({ name }: { name: PolicyName }) {
  return (
    <a href={paths[name]} target="_blank" rel="noopener" className="link whitespace-nowrap">
      {policyText.names[name]}
    </a>
  )
}

/** The policies that a donor agrees to, below the donation form. */
export function DonationTerms() {
  return (
    <p className="mt-5 text-sm text-muted">
      <PolicySentence text={policyText.donating} />
    </p>
  )
}

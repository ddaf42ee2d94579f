type Surroundings = {
  document?: { documentElement: { dataset: { brand?: string } } }
  process?: { env: { BRAND?: string } }
}

const { document, process } = globalThis as Surroundings

/** The name of the installation. Texts are constants, so this setting is read before the others: in a browser, from the page. */
export const brand = document?.documentElement.dataset.brand ?? process?.env.BRAND ?? 'Ajo'

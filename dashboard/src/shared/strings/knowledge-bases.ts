import { countOf } from '#shared/format.ts';

export const knowledgeBases = {
  title: 'Knowledge bases',
  about: 'Groups of sources. An agent answers from those that it is connected with.',
  create: 'Create a knowledge base',
  createTitle: 'Create a knowledge base',
  editTitle: (name: string) => `Edit ${name}`,
  editOf: (name: string) => `Edit ${name}`,
  deleteOf: (name: string) => `Delete ${name}`,
  default: 'Default',
  defaultAbout: 'Sources that name no knowledge base go here. It cannot be deleted.',
  sources: (count: number) => countOf(count, 'source', 'sources'),
  addTo: (name: string) => `Add sources to ${name}`,
  add: 'Add sources',
  name: 'Name',
  description: 'Description',
  descriptionHint: 'For the people of the workspace. At most 2,000 characters.',
  model: 'Embedding model',
  modelHint:
    'With another model all sources are embedded anew in the background; the present index answers until then.',
  modelKept: (name: string) => `As it is (${name})`,
  modelOfInstallation: 'The one of the installation',
  created: (name: string) => `${name} was created.`,
  made: 'Created',
  deleted: (name: string) => `${name} was deleted.`,
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteAbout: (count: number) =>
    count === 0
      ? 'It has no sources. Agents lose the connection with it. This cannot be undone.'
      : `${countOf(count, 'source goes', 'sources go')} with it, and agents stop answering from them at once. This cannot be undone.`,
  deleteAction: 'Delete it',
  switching: (to: string, percent: number) => `Changing over to ${to}: ${percent} % of the sources are done`,
  switchOf: (name: string) => `Change of the model of ${name}`,
  empty: 'No knowledge bases',
};

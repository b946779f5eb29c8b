import { countOf } from '#shared/format.ts';

export const knowledgeBases = {
  title: 'Knowledge bases',
  about: 'Groups of sources. An agent answers from the ones you connect.',
  create: 'Create knowledge base',
  createTitle: 'Create knowledge base',
  editTitle: (name: string) => `Edit ${name}`,
  editOf: (name: string) => `Edit ${name}`,
  deleteOf: (name: string) => `Delete ${name}`,
  default: 'Default',
  defaultAbout: "Sources without a knowledge base go here. It can't be deleted.",
  sources: (count: number) => countOf(count, 'source', 'sources'),
  addTo: (name: string) => `Add sources to ${name}`,
  add: 'Add sources',
  name: 'Name',
  description: 'Description',
  descriptionHint: 'For people in your workspace. At most 2,000 characters.',
  model: 'Embedding model',
  modelHint:
    'Changing the model re-embeds all sources in the background. The current index answers until then.',
  modelKept: (name: string) => `Keep ${name}`,
  modelOfInstallation: 'Installation default',
  created: (name: string) => `${name} was created.`,
  made: 'Created',
  deleted: (name: string) => `${name} was deleted.`,
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteAbout: (count: number) =>
    count === 0
      ? "It has no sources. Agents are disconnected from it. This can't be undone."
      : `${countOf(count, 'source is', 'sources are')} deleted with it, and agents stop answering from them immediately. This can't be undone.`,
  deleteAction: 'Delete knowledge base',
  understanding: {
    pending: (percent: number) => `Understanding ${percent}%`,
    done: 'Understood',
    skipped: (percent: number) => `Understood: ${percent}%, up to the limit of the workspace`,
  },
  understandingAbout:
    'The share of passages that have been read as a whole. Search finds the others too, and ranks them less well.',
  switching: (to: string, percent: number) => `Switching to ${to}: ${percent}% of sources done`,
  switchOf: (name: string) => `Model change for ${name}`,
  empty: 'No knowledge bases',
};

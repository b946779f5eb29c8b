import type { z } from 'zod';
import type { Limits as LimitsSchema } from '../../../server/src/limits/schema.ts';

export type Limits = z.infer<typeof LimitsSchema>;

/** The limits of `GET /v1/limits`, as people say them. */
export const limitNames: {
  rates: Record<keyof Limits['rate_limits']['requests'], string>;
  sizes: Record<keyof Limits['sizes'], string>;
} = {
  rates: {
    read: 'Reading',
    write: 'Changing',
    query: 'Searching',
    chat: 'Chatting',
    upload: 'Adding sources',
  },
  sizes: {
    json_body_bytes: 'A JSON body',
    file_bytes: 'A file',
    content_characters: 'A text that is added',
    extracted_characters: 'Text of a document',
    pages: 'Pages or slides of a document',
    archive_expansion: 'Expansion of an archive, times its size',
    archive_entries: 'Entries of an archive',
    archive_bytes: 'An archive when unpacked',
    page_bytes: 'A web page',
    redirects: 'Redirects on the way to a page',
    crawl_pages: 'Pages of a crawl',
    crawl_depth: 'Depth of a crawl',
    crawl_addresses_for_page: 'Addresses that a crawl remembers for each page',
    name_characters: 'A name',
    description_characters: 'A description',
    message_characters: 'A chat message',
    query_characters: 'A search',
    system_prompt_characters: 'The instructions of an agent',
    agent_message_characters: 'A welcome or fallback message',
    url_characters: 'An address',
    refresh_interval_hours: 'Time between refreshes of a page',
    tags: 'Tags of a source',
    tag_characters: 'A tag',
    knowledge_bases_of_an_agent: 'Knowledge bases of an agent',
    knowledge_bases_of_a_key: 'Knowledge bases of an API key',
    source_ids_of_a_query: 'Sources that a search names',
    sources_of_a_bulk_change: 'Sources of a change to many',
    tag_counts: 'Tags that a count names',
    insight_days: 'Days of an overview',
    gaps: 'Knowledge gaps of a list',
    origins_of_a_token: 'Websites of a chat widget',
    widget_messages_per_minute: 'Messages of a chat widget in a minute',
    widget_message_characters: 'A message to a chat widget',
    top_sources: 'Sources of an overview',
    session_id_characters: 'The id of a session',
    password_min_characters: 'A password, at least',
    password_characters: 'A password',
    metadata_keys: 'Metadata fields of a session',
    metadata_key_characters: 'The name of a metadata field',
    metadata_value_characters: 'The value of a metadata field',
    feedback_comment_characters: 'A comment on a reply',
    webhooks: 'Webhooks of a workspace',
    event_bytes: 'An event that is sent to a webhook',
    page_size: 'Items on a page of a list',
    query_results: 'Results of a search',
    evaluation_questions: 'Questions of an evaluation',
    relevant_of_a_question: 'Relevant sources of such a question',
    wait_seconds: 'Waiting for a source or an evaluation',
    usage_days: 'Days of a usage report',
  },
};

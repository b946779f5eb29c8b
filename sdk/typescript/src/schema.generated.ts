// Made from openapi.json by sdk/generator. Don't edit: run `npm run gen`.

export interface components {
    schemas: {
        /** @description An invitation, and the account that accepts it. */
        AcceptInvitation: {
            /** @description Takes over the existing account with this email address and sets the password that you send. Works only with an invitation for this email address, and only if the address was never proved, the account is in no other workspace, and the person who invited you could remove it; the 401 for a wrong password then has `details` about `claim`. Ends the sign-ins of the account and what was made with it. Defaults to false. */
            claim?: boolean;
            /** @description The six-digit code of your authenticator app, or a recovery code. Each works once. */
            code?: string;
            /**
             * Format: email
             * @description An email address. Case does not matter.
             */
            email: string;
            /** @description The name of a new account; an existing account keeps its name. */
            name?: string;
            /** @description The password of a new account, or of the existing account with this email address. */
            password: string;
            /** @description The part of the link after `#token=`. */
            token: string;
        };
        /** @description A person who signs in, as they see themselves. */
        Account: {
            /** @description The base URLs of the two environments. */
            base_urls: {
                /** @description Where requests to the live environment go. */
                live: string;
                /** @description Where requests to the sandbox go. */
                sandbox: string;
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description The address that you sign in with. */
            email: string;
            /** @description Whether OpenID Connect has proved that the email address is yours. If false, anyone could have entered it. */
            email_proved: boolean;
            /** @description The environment that answered. */
            environment: ("live" | "sandbox") | string;
            /** @description Whether the account is connected to the OpenID Connect provider. */
            has_identity: boolean;
            /** @description Whether a language model writes replies here; without one they quote sentences of the sources. */
            has_language_model: boolean;
            /** @description False if the account signs in only with OpenID Connect. */
            has_password: boolean;
            /** @description Prefix `acc_`. */
            id: string;
            /** @description What others call you. */
            name: string;
            /** @description The workspace that this browser shows. */
            workspace: {
                /** @description Prefix `ws_`. */
                id: string;
                /** @description Whether members can create publishable tokens in this environment. */
                members_may_publish: boolean;
                /** @description The name in the environment that answered. */
                name: string;
                /** @description `owner`: everything, including owners and workspaces. `admin`: everything else. `member`: everything except settings, keys and members. `viewer`: GET requests only. */
                role: components["schemas"]["Role"] | (string & {});
            };
            /** @description All workspaces that you are a member of. */
            workspaces: {
                /** @description Prefix `ws_`. */
                id: string;
                /** @description The name in the environment that answered. */
                name: string;
                /** @description `owner`: everything, including owners and workspaces. `admin`: everything else. `member`: everything except settings, keys and members. `viewer`: GET requests only. */
                role: components["schemas"]["Role"] | (string & {});
            }[];
        };
        AccountResponse: {
            data: components["schemas"]["Account"];
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description What kind of author it is. `command_line` is an operator of the installation, `service` Footnote itself.
         * @enum {string}
         */
        ActorType: "api_key" | "account" | "publishable_token" | "command_line" | "service";
        /** @description How many questions were added. */
        AddedQuestions: {
            /** @description Questions that are new to the set. */
            added: number;
            /** @description Each row of a file; only with `dry_run`. */
            rows?: {
                /** @description What would happen to it. */
                change: ("added" | "updated" | "unchanged") | string;
                /** @description Where it was sent, such as `line 4`. */
                place: string;
                /** @description The question. */
                question: string;
            }[];
            /** @description Replies whose question could not be read, such as those of small talk. */
            skipped: number;
            /** @description Questions that the set had already. */
            unchanged: number;
            /** @description Questions that the set had and that changed. */
            updated: number;
        };
        AddedQuestionsResponse: {
            data: components["schemas"]["AddedQuestions"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A passkey that the browser has created. */
        AddPasskey: {
            credential: components["schemas"]["PasskeyAttestation"];
            /** @description To tell your passkeys apart, such as the device. Defaults to `Passkey`. */
            name?: string;
        };
        /** @description Questions to add to a set. */
        AddQuestions: {
            /** @description Adds the questions that people asked in them. The latest verdict on a reply says what is right; without one the question waits for somebody to say so. */
            conversations?: {
                /** @description Its agent. */
                agent_id: string;
                /** @description Only the question that this reply answers. */
                message_id?: string;
                /** @description Its session. */
                session_id: string;
            }[];
            /** @description Required, unless `conversations` is there. */
            questions?: components["schemas"]["NewSetQuestion"][];
        };
        /** @description Answers questions from the knowledge bases it is connected to. */
        Agent: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description When the draft was saved that is not live yet; null without one. */
            draft_saved_at: string | null;
            /** @description Sent when no source answers; null means a general sentence. */
            fallback_message: string | null;
            /** @description When the agent offers that a person takes over: never, if the visitor asks for one, or also with replies below a confidence of 0.5. */
            handover: components["schemas"]["HandoverMode"] | (string & {});
            /** @description Prefix `agt_`. */
            id: string;
            /** @description The knowledge bases that it answers from. */
            knowledge_base_ids: string[];
            /** @description Replies below this confidence, 0 to 1, are replaced by the fallback message; null uses the default of the service. */
            min_confidence: number | null;
            /** @description What people call it. OpenAI clients can send it as `model`. */
            name: string;
            /** @description How long replies are. */
            response_length: components["schemas"]["ResponseLength"] | (string & {});
            /** @description `active` agents reply; `inactive` ones refuse messages and keep their conversations. */
            status: components["schemas"]["AgentStatus"] | (string & {});
            /** @description Persona and behaviour. */
            system_prompt: string | null;
            /** @description Temperature of the language model, 0 to 2; null means the default of the provider. */
            temperature: number | null;
            token_budget: components["schemas"]["TokenBudget"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updated_at: string;
            /** @description The number of the version that is live. */
            version: number;
            /** @description Sent when a new session starts; null means none. */
            welcome_message: string | null;
        };
        /** @description What the agents answered lately. */
        AgentActivity: {
            /** @description Agents that replied, in no order. */
            agents: {
                /** @description The agent. */
                agent_id: string;
                /** @description Their mean confidence, 0 to 1. */
                confidence: number;
                /** @description Replies that it gave. */
                messages: number;
                /** @description Replies below a confidence of 0.5, and fallbacks. */
                unsure: number;
            }[];
            /** @description The days that are counted. */
            days: number;
        };
        AgentActivityResponse: {
            data: components["schemas"]["AgentActivity"];
            meta: components["schemas"]["Meta"];
        };
        /** @description The settings of an agent that have versions: all but its status and its budget. */
        AgentConfiguration: {
            /** @description Sent when no source answers; null means a general sentence. */
            fallback_message: string | null;
            /** @description When the agent offers that a person takes over: never, if the visitor asks for one, or also with replies below a confidence of 0.5. */
            handover: components["schemas"]["HandoverMode"] | (string & {});
            /** @description The knowledge bases that it answers from. */
            knowledge_base_ids: string[];
            /** @description Replies below this confidence, 0 to 1, are replaced by the fallback message; null uses the default of the service. */
            min_confidence: number | null;
            /** @description What people call it. OpenAI clients can send it as `model`. */
            name: string;
            /** @description How long replies are. */
            response_length: components["schemas"]["ResponseLength"] | (string & {});
            /** @description Persona and behaviour. */
            system_prompt: string | null;
            /** @description Temperature of the language model, 0 to 2; null means the default of the provider. */
            temperature: number | null;
            /** @description Sent when a new session starts; null means none. */
            welcome_message: string | null;
        };
        /** @description Settings of an agent that are saved and not live. */
        AgentDraft: {
            /** @description Who did it. */
            author: {
                /** @description The account, API key or publishable token; null for the command line and the service. */
                id: string | null;
                /** @description The name that it had then. */
                name: string;
                /** @description What kind of author it is. `command_line` is an operator of the installation, `service` Footnote itself. */
                type: components["schemas"]["ActorType"] | (string & {});
            };
            /** @description The version that is live. */
            based_on: number;
            /** @description The fields that differ from what is live. */
            changed: (components["schemas"]["ConfiguredField"] | (string & {}))[];
            configuration: components["schemas"]["AgentConfiguration"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            saved_at: string;
        };
        AgentDraftResponse: {
            data: components["schemas"]["AgentDraft"];
            meta: components["schemas"]["Meta"];
        };
        /** @description As in OpenAI, with the name of the agent. */
        AgentModel: {
            /** @description Seconds since 1970. */
            created: number;
            /** @description The id of the agent. */
            id: string;
            /** @description The name of the agent, which a request may send as `model` too. */
            name: string;
            /**
             * @description Always `model`.
             * @constant
             */
            object: "model";
            /** @description Always `footnote`. */
            owned_by: string;
        };
        AgentPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["Agent"][];
            meta: components["schemas"]["PageMeta"];
        };
        AgentResponse: {
            data: components["schemas"]["Agent"];
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description `active` agents reply; `inactive` ones refuse messages and keep their conversations.
         * @enum {string}
         */
        AgentStatus: "active" | "inactive";
        /** @description A version of an agent. */
        AgentVersion: {
            /** @description Who did it. */
            author: {
                /** @description The account, API key or publishable token; null for the command line and the service. */
                id: string | null;
                /** @description The name that it had then. */
                name: string;
                /** @description What kind of author it is. `command_line` is an operator of the installation, `service` Footnote itself. */
                type: components["schemas"]["ActorType"] | (string & {});
            };
            /** @description The fields that differ from the version before. */
            changed: (components["schemas"]["ConfiguredField"] | (string & {}))[];
            configuration: components["schemas"]["AgentConfiguration"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description Why it was published; null if nobody said so. */
            note: string | null;
            /** @description Counts up from 1 with each version of the agent. */
            number: number;
            /** @description The version that it repeats, if it was rolled back to one. */
            restored_from: number | null;
        };
        AgentVersionResponse: {
            data: components["schemas"]["AgentVersion"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A key for programs, without its secret part. */
        ApiKey: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description The account (`acc_`) or API key (`key_`) that made it or took it over, and whose removal ends it. Null if the service, the command line or an older version made it. */
            created_by: string | null;
            /** @description The environment that it belongs to. Nothing passes from one to the other. */
            environment: ("live" | "sandbox") | string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            expires_at?: string;
            /** @description Prefix `key_`. */
            id: string;
            /** @description The knowledge bases that the key is restricted to, including deleted ones; absent if it is not restricted. */
            knowledge_base_ids?: string[];
            /** @description The last four characters of the key, to tell keys apart. */
            last_four: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            last_used_at?: string;
            /** @description To tell keys apart. */
            name: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            revoked_at?: string;
            /** @description `read_only`: GET requests only. `read_write`: all methods. `admin`: all methods, and workspace settings and keys. */
            scope: components["schemas"]["KeyScope"] | (string & {});
        };
        ApiKeyPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["ApiKey"][];
            meta: components["schemas"]["PageMeta"];
        };
        ApiKeyResponse: {
            data: components["schemas"]["ApiKey"];
            meta: components["schemas"]["Meta"];
        };
        /** @description An uploaded archive whose files are added as sources. */
        Archive: {
            /** @description The principals who may see each source, null for everyone; absent if none were given. */
            allowed?: string[] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            ended_at?: string;
            /** @description The number of entries by outcome, without folders. Zero until they are listed. */
            entries: {
                /** @description Became a new source. */
                created: number;
                /** @description Became no source; each says why. */
                skipped: number;
                /** @description Were already a source, with the same content and fields. */
                unchanged: number;
                /** @description Changed a source, which is indexed again. */
                updated: number;
                /** @description Not unpacked yet, or never if the archive failed. */
                waiting: number;
            };
            /** @description Why the archive failed. */
            error?: string;
            /**
             * Format: date-time
             * @description When this record is deleted. The sources stay.
             */
            expires_at: string;
            /** @description The name of the uploaded file. */
            file_name: string;
            /** @description Prefix `arc_`. */
            id: string;
            /** @description Where its files are added. */
            knowledge_base_id: string;
            /** @description The metadata of each source, without `archive` and `path`. */
            metadata: components["schemas"]["SourceMetadata"];
            /** @description The first part of the external ids of its sources. */
            name: string;
            /** @description Bytes of the uploaded file. */
            size_bytes: number;
            /** @description `processing` until each entry has become a source or was skipped (`completed`), or the archive as a whole cannot be unpacked (`failed`). Sources that a failed archive has added stay. */
            status: components["schemas"]["ArchiveStatus"] | (string & {});
            /** @description The tags of each source; absent if none were given. */
            tags?: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description A file of an archive, and what became of it. */
        ArchiveEntry: {
            /** @description Where the file is in the archive. */
            path: string;
            /** @description Why it was skipped. */
            reason?: string;
            /** @description The size that the archive declares. */
            size_bytes: number;
            /** @description Its source; absent unless there is one. It may be deleted since. */
            source_id?: string;
            /** @description What became of an entry: a new source, a source with new content, a source that already was so, or nothing. */
            status: components["schemas"]["ArchiveEntryStatus"] | (string & {});
        };
        ArchiveEntryPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["ArchiveEntry"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description What became of an entry: a new source, a source with new content, a source that already was so, or nothing.
         * @enum {string}
         */
        ArchiveEntryStatus: "waiting" | "created" | "updated" | "unchanged" | "skipped";
        ArchivePage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["Archive"][];
            meta: components["schemas"]["PageMeta"];
        };
        ArchiveResponse: {
            data: components["schemas"]["Archive"];
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description `processing` until each entry has become a source or was skipped (`completed`), or the archive as a whole cannot be unpacked (`failed`). Sources that a failed archive has added stay.
         * @enum {string}
         */
        ArchiveStatus: "processing" | "completed" | "failed";
        /** @description Who looks after something. */
        Assignee: {
            /** @description The API key or account. */
            id: string;
            /** @description The name that it had then. */
            name: string;
            /** @description A program or a signed-in person. */
            type: ("api_key" | "account") | string;
        };
        /** @description What needs someone to look at it. */
        Attention: {
            /** @description The most urgent first; empty if all is well. */
            items: {
                /** @description How many there are. */
                count?: number;
                /** @description The webhook, the connector, or what has the budget. */
                id?: string;
                /** @description `model_unreachable`: a model failed its last request. `handovers_waiting`: people wait for a person. `failed_sources`: sources could not be indexed. `failing_webhook`, `failing_connector`: its last attempts failed. `budget_nearly_used`: 80% or more of a token budget. `bad_ratings`: open conversations with a reply of the last 7 days rated down. `new_gaps`: questions without a good answer, first asked in the last 7 days. */
                kind: ("model_unreachable" | "handovers_waiting" | "failed_sources" | "failing_webhook" | "failing_connector" | "budget_nearly_used" | "bad_ratings" | "new_gaps") | string;
                /** @description What people call it: the URL of a webhook, the name of a connector or of what has the budget, or the model. */
                name?: string;
                /** @description Of the budget, 0 to 1 or more. */
                share?: number;
            }[];
        };
        AttentionResponse: {
            data: components["schemas"]["Attention"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A change that someone made. */
        AuditEntry: {
            /** @description A noun and a verb in the past tense; currently `account.signed_in`, `account.sign_in_failed`, `account.signed_out`, `account.updated`, `account.email_proved`, `account.reclaimed`, `account.reclaim_refused`, `account.confirmation_failed`, `account.recovery_code_used`, `account.removed`, `agent.created`, `agent.updated`, `agent.published`, `agent.rolled_back`, `agent.widget_updated`, `agent.deleted`, `backup.created`, `conversation.updated`, `conversation.bulk_changed`, `conversation.deleted`, `connector.created`, `connector.updated`, `connector.deleted`, `connector.sync_requested`, `crawl.started`, `crawl.cancelled`, `export.started`, `invitation.created`, `invitation.deleted`, `key.created`, `key.updated`, `key.revoked`, `knowledge_base.created`, `knowledge_base.updated`, `knowledge_base.deleted`, `member.added`, `member.updated`, `member.removed`, `passkey.added`, `passkey.updated`, `passkey.removed`, `publishable_token.created`, `publishable_token.updated`, `publishable_token.deleted`, `saved_view.created`, `saved_view.updated`, `saved_view.deleted`, `source.deleted`, `source.bulk_changed`, `second_factor.enabled`, `second_factor.disabled`, `second_factor.recovery_codes_created`, `webhook.created`, `webhook.updated`, `webhook.secret_rotated`, `webhook.disabled`, `webhook.deleted`, `workspace.created`, `workspace.updated`, `workspace.deleted`. */
            action: string;
            /** @description Who did it. */
            actor: {
                /** @description The account, API key or publishable token; null for the command line and the service. */
                id: string | null;
                /** @description The name that it had then. */
                name: string;
                /** @description What kind of author it is. `command_line` is an operator of the installation, `service` Footnote itself. */
                type: components["schemas"]["ActorType"] | (string & {});
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description More about the action; changed fields as `{from, to}`. Never a secret. */
            details: {
                [key: string]: unknown;
            };
            /** @description Prefix `aud_`. */
            id: string;
            /** @description The id of what was changed. */
            subject_id: string;
        };
        AuditEntryPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["AuditEntry"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description One change of many sources. */
        BulkChange: {
            /**
             * @description What to do with each source.
             * @enum {string}
             */
            action: "delete" | "reindex" | "add_tags" | "remove_tags" | "set_metadata" | "set_allowed" | "move";
            /** @description Required for `set_allowed`: who may see each, in place of who may now. Null: everyone. */
            allowed?: string[] | null;
            /** @description Where to; required for `move`. */
            knowledge_base_id?: string;
            /** @description Required for `set_metadata`. Merged into the metadata of each: null removes a key. */
            metadata?: components["schemas"]["MetadataPatch"];
            /** @description The sources to change. */
            source_ids: string[];
            /** @description Required for `add_tags` and `remove_tags`. */
            tags?: string[];
        };
        /** @description One change of many conversations. */
        BulkConversationChange: {
            /**
             * @description What to do with each conversation.
             * @enum {string}
             */
            action: "resolve" | "reopen" | "assign" | "add_tags" | "remove_tags" | "delete";
            /** @description Required for `assign`: the account of a member; null for no one. */
            assignee_id?: string | null;
            /** @description The conversations to change. */
            conversations: {
                /** @description The agent of the session. */
                agent_id: string;
                /** @description The version that you have read. If it has another one, it is left as it is. */
                if_version?: number;
                /** @description The session. */
                session_id: string;
            }[];
            /** @description Required for `add_tags` and `remove_tags`. */
            tags?: string[];
        };
        /** @description What a change of many conversations did. */
        BulkConversationResult: {
            /** @description Does not count conversations that were already so. */
            changed: number;
            /** @description Those that were changed meanwhile, and stay as they are. */
            conflicts: components["schemas"]["SessionOfAgent"][];
            /** @description Those that do not exist. */
            missing: components["schemas"]["SessionOfAgent"][];
        };
        BulkConversationResultResponse: {
            data: components["schemas"]["BulkConversationResult"];
            meta: components["schemas"]["Meta"];
        };
        /** @description What a change of many sources did. */
        BulkResult: {
            /** @description Does not count sources that already had the tags, metadata or principals to set, had none of the tags to remove, or were in the knowledge base to move to. */
            changed: number;
            /** @description Ids without a source. */
            missing: string[];
        };
        BulkResultResponse: {
            data: components["schemas"]["BulkResult"];
            meta: components["schemas"]["Meta"];
        };
        /** @description Changes only the fields that you send. Needs a key with scope admin, or an admin. */
        ChangeTokenBudget: {
            /** @description Tokens per day (UTC); null means no limit. */
            per_day?: number | null;
            /** @description Tokens per calendar month (UTC); null means no limit. */
            per_month?: number | null;
        };
        /** @description A source that the reply cites, as in OpenAI. */
        ChatAnnotation: {
            /**
             * @description Always `url_citation`.
             * @constant
             */
            type: "url_citation";
            /** @description What is cited, and where. */
            url_citation: {
                /** @description Where it ends, exclusive. */
                end_index: number;
                /** @description Where the cited part of the content begins, in UTF-16 code units. */
                start_index: number;
                /** @description The name of the source. */
                title: string;
                /** @description The web page at the cited words; for files and texts, the source in the dashboard. */
                url: string;
            };
        };
        /** @description What the agent replies. */
        ChatAnswer: {
            /** @description The places that the reply cites, in the order of the reply. */
            citations: components["schemas"]["Citation"][];
            /** @description 0 to 1. Below 0.5 the knowledge base may lack the information. */
            confidence: number;
            /** @description A sentence in English that explains the confidence. */
            confidence_reason?: string;
            /**
             * @description The language model gave no whole reply: `confidence_reason` says why, and the reply has what it wrote or is made without it.
             * @constant
             */
            degraded?: true;
            /** @description True if the draft of the agent answered. */
            draft?: boolean;
            /** @description Offers a person, or says how far the hand-over to one is. Absent otherwise. */
            handover?: {
                /** @description A person is offered: the visitor asked for one, or the reply has a low confidence. */
                reason?: ("requested" | "low_confidence") | string;
                /** @description A hand-over is open, or a person has it. */
                status?: ("open" | "assigned") | string;
            };
            /** @description `answer`: from the sources. `pinned`: a pinned answer, word for word. `fallback`: the message that there is no answer. `small_talk`: a reply to a greeting or thanks. `handover`: what is said about a hand-over to a person. Absent in older transcripts. */
            kind?: components["schemas"]["ReplyKind"] | (string & {});
            /** @description The message of the reply, prefix `msg_`, for ratings and verdicts. */
            message_id: string;
            /** @description The pinned answer that the reply is. */
            pinned_answer_id?: string;
            /** @description In Markdown, or plain text with `format: "text"`. */
            reply: string;
            /** @description Send it with the next message to continue the conversation. */
            session_id: string;
            /** @description The sources that the reply rests on, best first, one entry per source. */
            sources: components["schemas"]["SourceReference"][];
            usage?: components["schemas"]["Usage"];
            /** @description In the first turn of a session, if the agent has one. */
            welcome_message?: string;
        };
        ChatAnswerResponse: {
            data: components["schemas"]["ChatAnswer"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A message to an agent. */
        ChatBody: {
            /** @description The principals for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source. */
            as_user?: string[];
            /** @description Answers by the saved draft of the agent, as a test: it counts neither as usage nor in insights. For signed-in people and keys with scope `admin`. Without a draft, by what is live. */
            draft?: boolean;
            /** @description Answers only from sources whose metadata matches. A pinned answer with sources is given only if all of them match. */
            filter?: components["schemas"]["MetadataFilter"];
            /**
             * @description The form of `reply`. `text` takes out the marks of Markdown; the transcript keeps them. Defaults to `markdown`.
             * @enum {string}
             */
            format?: "markdown" | "text";
            /** @description What the person says. */
            message: string;
            /** @description Stored with the session and shown in the list of sessions. Replaces earlier metadata. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Chosen by the client; send the same value to continue a conversation. Created when absent. */
            session_id?: string;
            /** @description Streams the reply as server-sent events. The header `Accept: text/event-stream` does the same. */
            stream?: boolean;
        };
        /** @description The reply goes on. */
        ChatDeltaEvent: {
            /** @description What to append. */
            data: {
                /** @description The next piece of the reply. */
                text: string;
            };
            /**
             * @description Always `delta`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "delta";
        };
        /** @description The last event, with the whole answer. */
        ChatDoneEvent: {
            data: components["schemas"]["ChatAnswer"];
            /**
             * @description Always `done`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "done";
        };
        /** @description The stream ends without `done`, for this reason. */
        ChatErrorEvent: {
            data: components["schemas"]["Error"];
            /**
             * @description Always `error`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "error";
        };
        /** @description The first event. */
        ChatMetaEvent: {
            /** @description What is known before the reply. */
            data: {
                /** @description The message that the reply becomes, prefix `msg_`. */
                message_id: string;
                /** @description Names this request in logs, prefix `req_`. */
                request_id: string;
                /** @description The session of the reply. */
                session_id: string;
                /** @description In the first turn of a session, if the agent has one. */
                welcome_message?: string;
            };
            /**
             * @description Always `meta`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "meta";
        };
        /** @description The language model asked for another search. */
        ChatSearchEvent: {
            /** @description The search. */
            data: {
                /** @description What is searched for. */
                query: string;
            };
            /**
             * @description Always `search`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "search";
        };
        /** @description The sources and citations of the whole reply. */
        ChatSourcesEvent: {
            /** @description What the reply rests on. */
            data: {
                /** @description The places that the reply cites. */
                citations: components["schemas"]["Citation"][];
                /** @description The sources that the reply rests on, best first. */
                sources: components["schemas"]["SourceReference"][];
            };
            /**
             * @description Always `sources`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "sources";
        };
        /** @description One server-sent event: its name and its data. Ignore events with other names. */
        ChatStreamEvent: components["schemas"]["ChatMetaEvent"] | components["schemas"]["ChatSearchEvent"] | components["schemas"]["ChatDeltaEvent"] | components["schemas"]["ChatWithdrawEvent"] | components["schemas"]["ChatSourcesEvent"] | components["schemas"]["ChatDoneEvent"] | components["schemas"]["ChatErrorEvent"];
        /** @description Remove a piece of the reply, which does not stand. */
        ChatWithdrawEvent: {
            /** @description What to remove. */
            data: {
                /** @description Where it ends, exclusive. */
                end: number;
                /** @description Where the piece begins, in UTF-16 code units of the text so far. */
                start: number;
            };
            /**
             * @description Always `withdraw`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "withdraw";
        };
        /** @description A place in a source that a place in a reply rests on. */
        Citation: {
            /** @description The cited chunk, prefix `chunk_`. */
            chunk_id: string;
            /** @description Where the cited passage ends, exclusive. */
            end: number;
            /** @description Of the source, where it comes from. */
            external_id?: string;
            /** @description Of a document. */
            file_name?: string;
            /** @description The headings above the cited passage, joined by ` › `. */
            heading?: string;
            /** @description The place, for people: of a web page its URL with a text fragment that scrolls to the words; of other sources a path of the dashboard, which marks them. Absent in replies that were given before it was kept. */
            link?: string;
            /** @description Of the footnote, from 1. Citations of the same place have the same number. */
            number: number;
            /** @description The page of a document, from 1. */
            page?: number;
            /** @description Where the reply stops resting on it, exclusive. */
            reply_end: number;
            /** @description Offset into the reply. */
            reply_start: number;
            /** @description The cited passage; absent in replies that were given before it was kept. */
            snippet?: string;
            /** @description The cited source, prefix `src_`. */
            source_id: string;
            /** @description Offset into the extracted text of the source, in UTF-16 code units. */
            start: number;
            /** @description Of a web page, with a text fragment that scrolls to the cited words. */
            url?: string;
        };
        /** @description As in OpenAI, with the other fields of a chat answer. */
        Completion: {
            /** @description One reply. */
            choices: {
                /**
                 * @description Always `stop`.
                 * @constant
                 */
                finish_reason: "stop";
                /** @description Always 0: there is one reply. */
                index: number;
                /** @description Always null: agents have none. */
                logprobs: null;
                /** @description What the agent replies. */
                message: {
                    /** @description The sources, with links. */
                    annotations: components["schemas"]["ChatAnnotation"][];
                    /** @description The reply; null if it is refused. */
                    content: string | null;
                    /** @description Why there is no JSON, in words; null otherwise. */
                    refusal: string | null;
                    /**
                     * @description Always `assistant`.
                     * @constant
                     */
                    role: "assistant";
                };
            }[];
            /** @description The places that the reply cites, with offsets into the content. */
            citations: components["schemas"]["Citation"][];
            /** @description 0 to 1. Below 0.5 the knowledge base may lack the information. */
            confidence: number;
            /** @description A sentence in English that explains the confidence. */
            confidence_reason: string;
            /** @description Seconds since 1970. */
            created: number;
            /**
             * @description The language model gave no whole reply: `confidence_reason` says why, and the reply has what it wrote or is made without it.
             * @constant
             */
            degraded?: true;
            /** @description Offers a person, or says how far the hand-over to one is. Absent otherwise. */
            handover?: {
                /** @description A person is offered: the visitor asked for one, or the reply has a low confidence. */
                reason?: ("requested" | "low_confidence") | string;
                /** @description A hand-over is open, or a person has it. */
                status?: ("open" | "assigned") | string;
            };
            /** @description The id of the message, prefix `msg_`. */
            id: string;
            /** @description `answer`: from the sources. `pinned`: a pinned answer, word for word. `fallback`: the message that there is no answer. `small_talk`: a reply to a greeting or thanks. `handover`: what is said about a hand-over to a person. Absent in older transcripts. */
            kind?: components["schemas"]["ReplyKind"] | (string & {});
            /** @description The id of the agent. */
            model: string;
            /**
             * @description Always `chat.completion`.
             * @constant
             */
            object: "chat.completion";
            /** @description The pinned answer that the reply is. */
            pinned_answer_id?: string;
            /** @description The session that the reply belongs to. */
            session_id: string;
            /** @description The sources that the reply rests on, best first, one entry per source. */
            sources: components["schemas"]["SourceReference"][];
            usage: components["schemas"]["CompletionUsage"];
        };
        /** @description A chat, as OpenAI clients send it. */
        CompletionBody: {
            /** @description The principals for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source. */
            as_user?: string[];
            /** @description The last message of the user is answered. Earlier messages are the context, unless a session is named. System messages are replaced by the instructions of the agent. */
            messages: ({
                /** @description What the message says, as one text or in parts. */
                content?: (string | ({
                    /** @description The text of a part that is text. */
                    text?: string;
                    /** @description What the part is; only text is read. */
                    type: string;
                } & {
                    [key: string]: unknown;
                })[]) | null;
                /**
                 * @description Who wrote the message.
                 * @enum {string}
                 */
                role: "system" | "developer" | "user" | "assistant" | "tool" | "function";
            } & {
                [key: string]: unknown;
            })[];
            /** @description Stored with the session. `session_id` or `chat_id` in it names the session. */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description Only `text`. */
            modalities?: "text"[] | null;
            /** @description The id or the name of an agent. */
            model: string;
            /** @description Only 1: an agent gives one reply. */
            n?: 1 | null;
            /** @description JSON needs a language model. It is not checked against the sources sentence by sentence, and has no citations. */
            response_format?: ({
                /** @description The schema, with `json_schema`. */
                json_schema?: {
                    /** @description What the JSON is for. */
                    description?: string | null;
                    /** @description What the schema is called. */
                    name?: string;
                    /** @description The JSON Schema, which the language model is given. */
                    schema?: {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
                /**
                 * @description Words, any JSON object, or JSON of a schema.
                 * @enum {string}
                 */
                type: "text" | "json_object" | "json_schema";
            } & {
                [key: string]: unknown;
            }) | null;
            /** @description As in `POST /v1/agents/:id/chat`. The header `X-Session-Id` does the same. */
            session_id?: string;
            /** @description `false`: the conversation is not kept. */
            store?: boolean | null;
            /** @description Sends the reply in pieces, as server-sent events. */
            stream?: boolean | null;
            /** @description Only with `stream`. */
            stream_options?: ({
                /** @description Adds a last chunk with the usage. */
                include_usage?: boolean | null;
            } & {
                [key: string]: unknown;
            }) | null;
            /** @description `auto` or `none`: an agent calls no tools, so those of the request are ignored. */
            tool_choice?: unknown;
            /** @description The person who asks. Requests of one person whose conversations begin with the same message belong to one session, unless a session is named. */
            user?: unknown;
        } & {
            [key: string]: unknown;
        };
        /** @description The data of one server-sent event, as in OpenAI. The last chunk of the reply has the other fields of a chat answer; `[DONE]` ends the stream. */
        CompletionChunk: {
            /** @description One reply; none in the chunk with the usage. */
            choices: {
                /** @description What is new since the last chunk. */
                delta: {
                    /** @description The sources, with links; at the end of the reply. */
                    annotations?: components["schemas"]["ChatAnnotation"][];
                    /** @description The next piece of the reply. */
                    content?: string;
                    /** @description Why there is no JSON, in words. */
                    refusal?: string;
                    /**
                     * @description Always `assistant`.
                     * @constant
                     */
                    role?: "assistant";
                };
                /** @description `stop` at the end of the reply, null before. */
                finish_reason: "stop" | null;
                /** @description Always 0: there is one reply. */
                index: number;
                /** @description Always null: agents have none. */
                logprobs: null;
            }[];
            /** @description The places that the reply cites, with offsets into the content. */
            citations?: components["schemas"]["Citation"][];
            /** @description 0 to 1. Below 0.5 the knowledge base may lack the information. */
            confidence?: number;
            /** @description A sentence in English that explains the confidence. */
            confidence_reason?: string;
            /** @description Seconds since 1970. */
            created: number;
            /**
             * @description The language model gave no whole reply: `confidence_reason` says why, and the reply has what it wrote or is made without it.
             * @constant
             */
            degraded?: true;
            /** @description Offers a person, or says how far the hand-over to one is. Absent otherwise. */
            handover?: {
                /** @description A person is offered: the visitor asked for one, or the reply has a low confidence. */
                reason?: ("requested" | "low_confidence") | string;
                /** @description A hand-over is open, or a person has it. */
                status?: ("open" | "assigned") | string;
            };
            /** @description The id of the message, prefix `msg_`. */
            id: string;
            /** @description `answer`: from the sources. `pinned`: a pinned answer, word for word. `fallback`: the message that there is no answer. `small_talk`: a reply to a greeting or thanks. `handover`: what is said about a hand-over to a person. Absent in older transcripts. */
            kind?: components["schemas"]["ReplyKind"] | (string & {});
            /** @description The id of the agent. */
            model: string;
            /**
             * @description Always `chat.completion.chunk`.
             * @constant
             */
            object: "chat.completion.chunk";
            /** @description The pinned answer that the reply is. */
            pinned_answer_id?: string;
            /** @description The session that the reply belongs to. */
            session_id?: string;
            /** @description The sources that the reply rests on, best first, one entry per source. */
            sources?: components["schemas"]["SourceReference"][];
            /** @description In the last chunk, with `include_usage`. */
            usage?: components["schemas"]["CompletionUsage"] | null;
        };
        /** @description Tokens of the language model; zero without one. */
        CompletionUsage: {
            /** @description Tokens of the reply. */
            completion_tokens: number;
            /** @description Tokens of the prompts. */
            prompt_tokens: number;
            /** @description Both together. */
            total_tokens: number;
        };
        /** @description Joins filters. */
        CompoundFilter: {
            /** @description Conditions, or filters of this type in turn. */
            filters: components["schemas"]["MetadataFilter"][];
            /**
             * @description All of the filters must match, or any of them.
             * @enum {string}
             */
            type: "and" | "or";
        };
        /** @description How the installation is set up. */
        Configuration: {
            /** @description The environment that it belongs to. Nothing passes from one to the other. */
            environment: ("live" | "sandbox") | string;
            /** @description The largest values that forms may send; `GET /v1/limits` has all of them. */
            limits: {
                /** @description Characters of a text source. */
                content_characters: number;
                /** @description Conversations without activity for this long are deleted; absent if all are kept. */
                conversation_retention_days?: number;
                /** @description Pages of a crawl. */
                crawl_pages: number;
                /** @description Bytes of an uploaded file. */
                file_bytes: number;
                /** @description Knowledge bases of an agent. */
                knowledge_bases_of_an_agent: number;
                /** @description Characters of a chat message. */
                message_characters: number;
                /** @description Pages or slides of a document. */
                pages: number;
                /** @description Characters of a query. */
                query_characters: number;
                /** @description Tags of a source. */
                tags: number;
            };
            /** @description The models in use. */
            models: {
                /** @description Absent if replies consist of sentences of the sources. */
                chat?: {
                    /** @description As the provider calls it. */
                    name: string;
                    /** @description Who runs it. */
                    provider: string;
                };
                /** @description The default of new knowledge bases. */
                embedding: {
                    /** @description The models that a knowledge base can use. */
                    choices: string[];
                    /** @description As the provider calls it. */
                    name: string;
                    /** @description Who runs it. */
                    provider: string;
                };
                /** @description Reads the best results again; absent without one. */
                reranker?: {
                    /** @description As the provider calls it. */
                    name: string;
                    /** @description Who runs it. */
                    provider: string;
                };
            };
            /** @description The version of Footnote. */
            version: string;
        };
        ConfigurationResponse: {
            data: components["schemas"]["Configuration"];
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description A field of an agent that has versions.
         * @enum {string}
         */
        ConfiguredField: "name" | "knowledge_base_ids" | "system_prompt" | "welcome_message" | "fallback_message" | "response_length" | "min_confidence" | "temperature" | "handover";
        /** @description How long you count as confirmed. */
        Confirmation: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            confirmed_until: string;
        };
        ConfirmationResponse: {
            data: components["schemas"]["Confirmation"];
            meta: components["schemas"]["Meta"];
        };
        /** @description One proof of your identity. */
        ConfirmBody: {
            /** @description The six-digit code of your authenticator app, or a recovery code. Each works once. */
            code?: string;
            passkey?: components["schemas"]["PasskeyAssertion"];
            /** @description Your present password. */
            password?: string;
        };
        /** @description The proof that the app is set up. */
        ConfirmTotp: {
            /** @description The code that the app shows now. */
            code: string;
        };
        /** @description A place where documents live, which a knowledge base is kept in step with. */
        Connector: {
            /** @description The principals who may see its sources; null: everyone. */
            allowed: string[] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description The account (`acc_`) or API key (`key_`) that made it. It goes on without them. */
            created_by: string | null;
            error?: components["schemas"]["ConnectorError"];
            /** @description Whether credentials are stored. They are never shown. */
            has_credentials: boolean;
            /** @description Prefix `con_`. */
            id: string;
            /** @description Minutes between runs; null means only by request. */
            interval_minutes: number | null;
            /** @description What kind of place it is, such as `folder`. */
            kind: string;
            /** @description The knowledge base that is kept in step. */
            knowledge_base_id: string;
            /**
             * Format: date-time
             * @description When the last complete run ended.
             */
            last_synced_at?: string;
            /** @description The metadata of each source, beside what the place says. */
            metadata: components["schemas"]["SourceMetadata"];
            /** @description What people call it. */
            name: string;
            /**
             * Format: date-time
             * @description When the next run begins; absent if none is due.
             */
            next_sync_at?: string;
            /** @description What the kind takes, with its defaults. */
            settings: {
                [key: string]: unknown;
            };
            /** @description `pending` until its first run begins, then `syncing` and `idle` in turn. `waiting`: the last run failed and is tried again at `next_sync_at`. `needs_attention`: nothing is tried until you change it or start a run. `paused`: by you. */
            state: components["schemas"]["ConnectorState"] | (string & {});
            /** @description The tags of each added source. */
            tags: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description A document of a connector. */
        ConnectorDocument: {
            /** @description How often fetching this version of it failed. */
            attempts: number;
            /** @description Its id in the place, such as a path. */
            id: string;
            /** @description What it is called, while it waits or after it failed. */
            name?: string;
            /** @description Why it was skipped or failed. */
            reason?: string;
            /** @description Its source; absent if there is none. */
            source_id?: string;
            /** @description `pending` until it is `synced`, left out (`skipped`) or could not be fetched (`failed`). `gone`: no longer there, and its source is about to be deleted. */
            status: components["schemas"]["ConnectorDocumentStatus"] | (string & {});
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updated_at: string;
        };
        ConnectorDocumentPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["ConnectorDocument"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description `pending` until it is `synced`, left out (`skipped`) or could not be fetched (`failed`). `gone`: no longer there, and its source is about to be deleted.
         * @enum {string}
         */
        ConnectorDocumentStatus: "pending" | "synced" | "skipped" | "failed" | "gone";
        /** @description Why a connector could not synchronise. */
        ConnectorError: {
            /** @description `credentials`, `settings` and `untrusted` wait for you; the others are tried again. `emptied`: the place lists nothing any more, and nothing is deleted until a second run finds the same. */
            code: components["schemas"]["ConnectorErrorCode"] | (string & {});
            /** @description What is wrong, and what to do about it. */
            message: string;
        };
        /**
         * @description `credentials`, `settings` and `untrusted` wait for you; the others are tried again. `emptied`: the place lists nothing any more, and nothing is deleted until a second run finds the same.
         * @enum {string}
         */
        ConnectorErrorCode: "credentials" | "settings" | "rate_limited" | "unavailable" | "untrusted" | "emptied" | "internal";
        ConnectorPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["Connector"][];
            meta: components["schemas"]["PageMeta"];
        };
        ConnectorResponse: {
            data: components["schemas"]["Connector"];
            meta: components["schemas"]["Meta"];
        };
        /** @description One synchronisation of a connector. */
        ConnectorRun: {
            /** @description New sources. */
            added: number;
            /** @description Sources with new content, or a new name or metadata. */
            changed: number;
            /** @description Sources whose document is gone. */
            deleted: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            ended_at?: string;
            error?: components["schemas"]["ConnectorError"];
            /** @description Documents that could not be fetched. The next run tries them again. */
            failed: number;
            /** @description Documents that the place named. */
            found: number;
            /** @description Prefix `sync_`. */
            id: string;
            /** @description Sources whose document lies elsewhere now. They were not fetched again. */
            moved: number;
            /** @description `running` until it has ended. Pausing and changing the connector cancel it. */
            outcome: ("running" | "completed" | "failed" | "cancelled") | string;
            /** @description Documents that were left out, such as empty or too large ones. */
            skipped: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            started_at: string;
            /** @description Documents that were not fetched, because nothing about them changed. */
            unchanged: number;
        };
        ConnectorRunPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["ConnectorRun"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description `pending` until its first run begins, then `syncing` and `idle` in turn. `waiting`: the last run failed and is tried again at `next_sync_at`. `needs_attention`: nothing is tried until you change it or start a run. `paused`: by you.
         * @enum {string}
         */
        ConnectorState: "pending" | "syncing" | "idle" | "waiting" | "needs_attention" | "paused";
        /** @description A passage that a search found. */
        ContentChunk: {
            /** @description Where the passage ends, exclusive. */
            end: number;
            /** @description Of the source, where it comes from. */
            external_id?: string;
            /** @description Of a document. */
            file_name?: string;
            /** @description The headings above it, joined by ` › `; absent without any. */
            heading?: string;
            /** @description Prefix `chunk_`. */
            id: string;
            /** @description The knowledge base of the source. */
            knowledge_base_id: string;
            /** @description The place, for people: of a web page its URL with a text fragment that scrolls to the words; of other sources a path of the dashboard, which marks them. */
            link: string;
            /** @description With `include: ["matches"]`: where the matched words, in any form, are in `text`, as offsets in UTF-16 code units, in order and without overlaps. Function words are omitted unless the query has no others. If no word matched, as in `semantic` searches, it is the one block (paragraph, list item, table row, code) nearest in meaning; empty until the deep model has read the source. */
            matches?: {
                /** @description Where it ends, exclusive. */
                end: number;
                /** @description Where the word begins. */
                start: number;
            }[];
            /** @description The metadata of the source. */
            metadata: components["schemas"]["SourceMetadata"];
            /** @description The page that it begins on, from 1; absent without pages. */
            page?: number;
            /** @description Position among the chunks of the source, from 0. */
            position: number;
            /** @description Relevance from 0 to 1, on the same scale for all search types. Higher is more relevant. */
            score: number;
            /** @description With `include: ["score_details"]`: the raw scores. `deep_cosine` is that of the deep model, if it has read the passage; `share` is `bm25` divided by the most that this query could reach; `retrieval_score` is the score before reranking. */
            score_details?: {
                /** @description How well the words match; 0 if none does. */
                bm25: number;
                /** @description Likeness in meaning by the instant model, -1 to 1. */
                cosine: number;
                /** @description The same by the deep model; absent if it has not read the passage. */
                deep_cosine?: number;
                /** @description The share of the words of the query that it contains, 0 to 1. */
                matched_words: number;
                /** @description The score before reranking; absent without a reranker. */
                retrieval_score?: number;
                /** @description `bm25` divided by the most that this query could reach, 0 to 1. */
                share: number;
            };
            /** @description The source that the passage is from, prefix `src_`. */
            source_id: string;
            /** @description Its name. */
            source_name: string;
            /** @description Offset into the extracted text of the source, in UTF-16 code units. */
            start: number;
            /** @description The tags of the source. */
            tags: string[];
            /** @description The passage. */
            text: string;
            /** @description Of a web page. */
            url?: string;
        };
        /** @description A session with an agent. */
        Conversation: {
            /** @description Who looks after it; absent if no one does. */
            assignee?: components["schemas"]["Assignee"];
            /** @description `channel` of its metadata, or else the way in: `api`, `dashboard`, `openai`, `widget` or `mcp`. Absent in some older conversations. */
            channel?: string;
            /** @description The latest hand-over to a person; absent without one. */
            handover?: components["schemas"]["Handover"];
            /** @description Of the first question, in ISO 639-1, such as `en`; absent if it cannot be told, as of two words. */
            language?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            last_activity_at: string;
            /** @description Messages of both sides. */
            message_count: number;
            /** @description What the client stored with the session. */
            metadata: {
                [key: string]: string;
            };
            /** @description Identifies the session among those of its agent. */
            session_id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            started_at: string;
            /** @description `open`: from the first message on, and again when the visitor writes or asks for a person. `resolved`: nothing is left to do. */
            state: components["schemas"]["ConversationState"] | (string & {});
            /** @description Words to filter conversations by. */
            tags: string[];
            /** @description Goes up with each change of state, assignee or tags. Send it as `if_version`. */
            version: number;
        };
        /** @description How many conversations there are of each kind. */
        ConversationCounts: {
            /** @description Open conversations that you look after. */
            assigned_to_me: number;
            /** @description The most used first. */
            channels: {
                /** @description A channel of conversations. */
                channel: string;
                /** @description How many conversations. */
                count: number;
            }[];
            /** @description Hand-overs that are not resolved. */
            handovers: {
                /** @description A person has them. */
                assigned: number;
                /** @description You have them. */
                mine: number;
                /** @description Wait for a person. */
                open: number;
            };
            /** @description The most used first. */
            languages: {
                /** @description How many conversations. */
                count: number;
                /** @description In ISO 639-1. */
                language: string;
            }[];
            /** @description Conversations that are open. */
            open: number;
            /** @description Conversations that are resolved. */
            resolved: number;
            /** @description The most used first, at most 100. */
            tags: {
                /** @description How many conversations. */
                count: number;
                /** @description A tag of conversations. */
                tag: string;
            }[];
        };
        ConversationCountsResponse: {
            data: components["schemas"]["ConversationCounts"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A session, with its agent and what people thought of it. */
        ConversationOfAgent: {
            /** @description The agent of the session. */
            agent: {
                /** @description Prefix `agt_`. */
                id: string;
                /** @description What people call it. */
                name: string;
            };
            /** @description Who looks after it; absent if no one does. */
            assignee?: components["schemas"]["Assignee"];
            /** @description `channel` of its metadata, or else the way in: `api`, `dashboard`, `openai`, `widget` or `mcp`. Absent in some older conversations. */
            channel?: string;
            /** @description The beginning of the first message of the person: the title of the conversation. */
            first_question?: string;
            /** @description The latest hand-over to a person; absent without one. */
            handover?: components["schemas"]["Handover"];
            /** @description Of the first question, in ISO 639-1, such as `en`; absent if it cannot be told, as of two words. */
            language?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            last_activity_at: string;
            /** @description The beginning of the last message of the person. */
            last_question?: string;
            /** @description The beginning of the last message of the agent, or of a person in its place. */
            last_reply?: string;
            /** @description The lowest confidence of the replies; absent without one. */
            lowest_confidence?: number;
            /** @description Messages of both sides. */
            message_count: number;
            /** @description What the client stored with the session. */
            metadata: {
                [key: string]: string;
            };
            /** @description How many replies people rated. */
            ratings: {
                /** @description Replies rated down. */
                down: number;
                /** @description Replies rated up. */
                up: number;
            };
            /** @description Identifies the session among those of its agent. */
            session_id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            started_at: string;
            /** @description `open`: from the first message on, and again when the visitor writes or asks for a person. `resolved`: nothing is left to do. */
            state: components["schemas"]["ConversationState"] | (string & {});
            /** @description Words to filter conversations by. */
            tags: string[];
            /** @description Goes up with each change of state, assignee or tags. Send it as `if_version`. */
            version: number;
        };
        ConversationOfAgentPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["ConversationOfAgent"][];
            meta: components["schemas"]["PageMeta"];
        };
        ConversationPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["Conversation"][];
            meta: components["schemas"]["PageMeta"];
        };
        ConversationResponse: {
            data: components["schemas"]["Conversation"];
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description `open`: from the first message on, and again when the visitor writes or asks for a person. `resolved`: nothing is left to do.
         * @enum {string}
         */
        ConversationState: "open" | "resolved";
        /** @description A site whose pages are added as sources. */
        Crawl: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            ended_at?: string;
            /** @description Why the crawl failed. */
            error?: string;
            /** @description Prefix `crawl_`. */
            id: string;
            /** @description Where its pages are added. */
            knowledge_base_id: string;
            /** @description How many links deep to follow. */
            max_depth: number;
            /** @description The most pages to add. */
            max_pages: number;
            /** @description The metadata of each added source. */
            metadata: components["schemas"]["SourceMetadata"];
            /** @description `links` follows links to pages of the same host; `sitemap` adds the pages in the site's sitemap. */
            mode: components["schemas"]["CrawlMode"] | (string & {});
            /** @description The number of pages by outcome. Each added page is a source with this `crawl_id`. */
            pages: {
                /** @description Added as sources. */
                added: number;
                /** @description Could not be fetched. */
                failed: number;
                /** @description Not added, such as pages that robots.txt excludes. */
                skipped: number;
                /** @description Found, not fetched yet. */
                waiting: number;
            };
            /** @description The share of known pages that are done, 0 to 1; 1 when the crawl has ended. */
            progress: number;
            /** @description How often to fetch each page again, in hours; absent if never. */
            refresh_interval_hours?: number;
            /** @description `running` until all pages are done (`completed`), you cancel it, or it has `failed`. */
            status: components["schemas"]["CrawlStatus"] | (string & {});
            /** @description Why the crawl completed; absent unless it is `completed`. */
            stopped_by?: components["schemas"]["CrawlStoppedBy"] | (string & {});
            /** @description The tags of each added source. */
            tags: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updated_at: string;
            /** @description Where the crawl starts. */
            url: string;
        };
        /** @description A page that a crawl found. */
        CrawledPage: {
            /** @description Number of links from the first page to this one. */
            depth: number;
            /** @description Whether it is a page or a sitemap. */
            kind: ("page" | "sitemap") | string;
            /** @description Why the page was skipped or failed. */
            reason?: string;
            /** @description The source that it became; absent unless it was added. */
            source_id?: string;
            /** @description What became of it. */
            status: components["schemas"]["CrawledPageStatus"] | (string & {});
            /** @description The address of the page. */
            url: string;
        };
        CrawledPagePage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["CrawledPage"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description What became of a page that a crawl found.
         * @enum {string}
         */
        CrawledPageStatus: "waiting" | "added" | "skipped" | "failed";
        /**
         * @description `links` follows links to pages of the same host; `sitemap` adds the pages in the site's sitemap.
         * @enum {string}
         */
        CrawlMode: "links" | "sitemap";
        CrawlPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["Crawl"][];
            meta: components["schemas"]["PageMeta"];
        };
        CrawlResponse: {
            data: components["schemas"]["Crawl"];
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description `running` until all pages are done (`completed`), you cancel it, or it has `failed`.
         * @enum {string}
         */
        CrawlStatus: "running" | "completed" | "cancelled" | "failed";
        /**
         * @description Why a crawl completed: `all_pages` that it could reach are done; `max_pages` were added, and more are `waiting`; or it knew 10 times `max_pages` URLs, and learned no more (`max_addresses`).
         * @enum {string}
         */
        CrawlStoppedBy: "all_pages" | "max_pages" | "max_addresses";
        /** @description A new agent. */
        CreateAgent: {
            /** @description Sent when no source answers. Blank or null: a general sentence. */
            fallback_message?: string | null;
            /** @description Defaults to `never`. */
            handover?: components["schemas"]["HandoverMode"];
            /** @description The knowledge bases that it answers from. */
            knowledge_base_ids: string[];
            /** @description Replies below this confidence are replaced by the fallback message. Null: the default of the service. */
            min_confidence?: number | null;
            /** @description What people call it, on one line. Names need not be unique. */
            name: string;
            /** @description Defaults to `medium`. */
            response_length?: components["schemas"]["ResponseLength"];
            /** @description Persona and behaviour, for the language model. Blank or null: none. */
            system_prompt?: string | null;
            /** @description Temperature of the language model. Null: the default of the provider. */
            temperature?: number | null;
            token_budget?: components["schemas"]["ChangeTokenBudget"];
            /** @description Sent when a new session starts. Blank or null: none. */
            welcome_message?: string | null;
        };
        /** @description A new API key. */
        CreateApiKey: {
            /**
             * Format: date-time
             * @description When the key stops working. Without it, the key does not expire.
             */
            expires_at?: string;
            /** @description Restricts the key to these knowledge bases, and to agents that use no others. Not with scope `admin`. */
            knowledge_base_ids?: string[];
            /** @description What people call it, on one line. Names need not be unique. */
            name: string;
            scope: components["schemas"]["KeyScope"];
        };
        /** @description An archive to unpack, sent as a form. */
        CreateArchive: {
            /** @description The principals who may see it: users and groups by names of your choice, such as `user:ada@museum.example` or `group:staff`. Null: everyone. An empty list: only requests without `as_user`. */
            allowed?: string[] | null;
            /**
             * Format: binary
             * @description A ZIP, TAR or TAR.GZ, at most `file_bytes` of `GET /v1/limits`. Its bytes decide the format, not its name.
             */
            file: string;
            /** @description Defaults to the default knowledge base. */
            knowledge_base_id?: string;
            /** @description The metadata of each source, beside `archive` and `path`, which say where it is from. Replaces that of a source that exists. */
            metadata?: components["schemas"]["SourceMetadata"];
            /** @description The first part of the external ids of its sources, `name/path`. Defaults to the name of the file. An archive of the same name updates the sources of the one before. */
            name?: string;
            /** @description The tags of each source. Without it, a source that exists keeps its tags. */
            tags?: string[];
        };
        /** @description A place to connect. */
        CreateConnector: components["schemas"]["CreateFolderConnector"] | components["schemas"]["CreateGitConnector"] | components["schemas"]["CreateWebsiteConnector"] | components["schemas"]["CreateS3Connector"] | components["schemas"]["CreateWebdavConnector"] | components["schemas"]["CreateFeedConnector"] | components["schemas"]["CreateImapConnector"];
        /** @description A site to crawl. */
        CreateCrawl: {
            /** @description Defaults to the default knowledge base. */
            knowledge_base_id?: string;
            /** @description How many links deep to follow from the first page; 0 means only that page. Ignored for a sitemap. Defaults to `3`. */
            max_depth?: number;
            /** @description The most pages to add. Defaults to `100`. */
            max_pages?: number;
            /** @description The metadata of each added source. */
            metadata?: components["schemas"]["SourceMetadata"];
            /** @description Defaults to `links`. */
            mode?: components["schemas"]["CrawlMode"];
            /** @description The refresh interval of each added source. */
            refresh_interval_hours?: number;
            /** @description The tags of each added source. */
            tags?: string[];
            /** @description The page to start from, or with mode `sitemap` the site or its sitemap; http or https. */
            url: string;
        };
        /** @description A file, sent as a form. */
        CreateDocumentSource: {
            /** @description The principals who may see it: users and groups by names of your choice, such as `user:ada@museum.example` or `group:staff`. Null: everyone. An empty list: only requests without `as_user`. */
            allowed?: string[] | null;
            /** @description The id of the source where it comes from, such as a path or the key of a record; unique in the knowledge base. */
            external_id?: string;
            /**
             * Format: binary
             * @description The document, at most `file_bytes` of `GET /v1/limits`: 50 MB unless the operator allows another size. Its bytes decide the format, not its name.
             */
            file: string;
            /** @description The knowledge base to add it to. Defaults to the default knowledge base. */
            knowledge_base_id?: string;
            metadata?: components["schemas"]["SourceMetadata"];
            /** @description The name that lists and citations show. */
            name: string;
            /**
             * @description What to do if the knowledge base already has the same bytes or URL: `keep` adds the source and names the other in `duplicate_of`, `skip` answers 200 with the other, `error` answers 409. Defaults to `keep`.
             * @enum {string}
             */
            on_duplicate?: "keep" | "skip" | "error";
            /** @description Words to filter sources by. */
            tags?: string[];
            /**
             * @description A file that you upload.
             * @constant
             */
            type: "document";
        };
        /** @description What became of each source of a batch. */
        CreatedSources: {
            /** @description One for each source, in the order of the request. */
            results: {
                /** @description The source, if it was accepted. */
                data?: components["schemas"]["UpsertedSource"];
                /** @description Why it was refused. Nothing was stored of it. */
                error?: {
                    /** @description What is wrong, for programs. */
                    code: string;
                    /** @description The fields that are wrong. */
                    details?: {
                        /** @description The field or parameter, such as `questions.0.query`. */
                        field: string;
                        /** @description What it must be. */
                        reason: string;
                    }[];
                    /** @description What is wrong, and what to do about it. */
                    message: string;
                };
                /** @description The status that the source would get by itself: 201, 200, 400, 409 or 422. */
                status: number;
            }[];
        };
        CreatedSourcesResponse: {
            data: components["schemas"]["CreatedSources"];
            meta: components["schemas"]["Meta"];
        };
        /** @description Questions to measure with. */
        CreateEvaluation: {
            /** @description Also asks this agent each question, without a conversation, and judges its replies. The search is then that of its knowledge bases. */
            agent_id?: string;
            /** @description Makes the questions of replies that people have judged. If the evaluation is limited to some knowledge bases, replies of agents that use others are left out. */
            from_conversations?: components["schemas"]["FromConversations"];
            /** @description Where to search. Defaults to all knowledge bases, and with `agent_id` to those of the agent. */
            knowledge_base_ids?: string[];
            /** @description What people call it, on one line. Names need not be unique. */
            name?: string;
            /** @description Asks the questions of this set. Those are left out that nothing says the right answer to, or whose sources are gone or not searched. */
            question_set_id?: string;
            /** @description Required, unless `question_set_id` or `from_conversations` is there. */
            questions?: components["schemas"]["GoldenQuestion"][];
            /** @description The search types to measure. Defaults to all. */
            search_types?: ("hybrid" | "semantic" | "keyword")[];
        };
        /** @description A connector of the kind `feed`. */
        CreateFeedConnector: {
            /** @description The principals who may see its sources, as `allowed` of a source. Null: everyone. */
            allowed?: string[] | null;
            /** @description Minutes between runs; null means only by request. Defaults to `60`. */
            interval_minutes?: number | null;
            /**
             * @description What kind of place it is.
             * @constant
             */
            kind: "feed";
            /** @description Defaults to the default knowledge base. */
            knowledge_base_id?: string;
            /** @description The metadata of each source, beside what the place says. Defaults to `{}`. */
            metadata?: components["schemas"]["SourceMetadata"];
            /** @description What people call it, on one line. Names need not be unique. */
            name: string;
            /** @description Where the place is, and what to take from it. */
            settings: {
                /** @description True to fetch the page that each entry links, as robots.txt allows. Otherwise the feed's own content is the document. Defaults to `false`. */
                full_pages?: boolean;
                /**
                 * Format: uri
                 * @description The address of a feed in RSS, Atom or JSON Feed, or of a page that links one in its head.
                 */
                url: string;
            };
            /** @description The tags of each added source. */
            tags?: string[];
        };
        /** @description A connector of the kind `folder`. */
        CreateFolderConnector: {
            /** @description The principals who may see its sources, as `allowed` of a source. Null: everyone. */
            allowed?: string[] | null;
            /** @description Minutes between runs; null means only by request. Defaults to `60`. */
            interval_minutes?: number | null;
            /**
             * @description What kind of place it is.
             * @constant
             */
            kind: "folder";
            /** @description Defaults to the default knowledge base. */
            knowledge_base_id?: string;
            /** @description The metadata of each source, beside what the place says. Defaults to `{}`. */
            metadata?: components["schemas"]["SourceMetadata"];
            /** @description What people call it, on one line. Names need not be unique. */
            name: string;
            /** @description Where the place is, and what to take from it. */
            settings: components["schemas"]["FolderConnectorSettings"];
            /** @description The tags of each added source. */
            tags?: string[];
        };
        /** @description A connector of the kind `git`. */
        CreateGitConnector: {
            /** @description The principals who may see its sources, as `allowed` of a source. Null: everyone. */
            allowed?: string[] | null;
            /** @description Stored encrypted, and never shown again. */
            credentials?: {
                /** @description For HTTPS: an access token that may read the repository, or a password. */
                token: string;
                /** @description For HTTPS. Most servers take any user name beside a token. */
                username?: string;
            } | {
                /** @description For SSH: the keys of the server, as `ssh-keyscan` prints them. Compare them with what the host publishes. */
                known_hosts: string;
                /** @description For SSH: a private key without a passphrase, such as a deploy key. */
                private_key: string;
            };
            /** @description Minutes between runs; null means only by request. Defaults to `60`. */
            interval_minutes?: number | null;
            /**
             * @description What kind of place it is.
             * @constant
             */
            kind: "git";
            /** @description Defaults to the default knowledge base. */
            knowledge_base_id?: string;
            /** @description The metadata of each source, beside what the place says. Defaults to `{}`. */
            metadata?: components["schemas"]["SourceMetadata"];
            /** @description What people call it, on one line. Names need not be unique. */
            name: string;
            /** @description Where the place is, and what to take from it. */
            settings: components["schemas"]["GitConnectorSettings"];
            /** @description The tags of each added source. */
            tags?: string[];
        };
        /** @description A connector of the kind `imap`. */
        CreateImapConnector: {
            /** @description The principals who may see its sources, as `allowed` of a source. Null: everyone. */
            allowed?: string[] | null;
            /** @description Stored encrypted, and never shown again. */
            credentials?: {
                /** @description A password, or an app password. */
                password: string;
                /** @description The user, often the email address. */
                username: string;
            } | {
                /** @description An OAuth 2.0 access token, sent by OAUTHBEARER or XOAUTH2. */
                access_token: string;
                /** @description The user, often the email address. */
                username: string;
            };
            /** @description Minutes between runs; null means only by request. Defaults to `60`. */
            interval_minutes?: number | null;
            /**
             * @description What kind of place it is.
             * @constant
             */
            kind: "imap";
            /** @description Defaults to the default knowledge base. */
            knowledge_base_id?: string;
            /** @description The metadata of each source, beside what the place says. Defaults to `{}`. */
            metadata?: components["schemas"]["SourceMetadata"];
            /** @description What people call it, on one line. Names need not be unique. */
            name: string;
            /** @description Where the place is, and what to take from it. */
            settings: {
                /** @description The folders to read, such as `INBOX` or `Archive/2026`. A thread may lie in several of them. Defaults to `["INBOX"]`. */
                folders?: string[];
                /** @description The IMAP server, such as `imap.example.org`. */
                host: string;
                /** @description How many messages of each folder to read, the newest first. Defaults to `10000`. */
                max_messages?: number;
                /** @description Its port: 993 for `implicit` TLS, mostly 143 for `starttls`. Defaults to `993`. */
                port?: number;
                /**
                 * Format: date
                 * @description Only messages that arrived on or after this day.
                 */
                since?: string;
                /**
                 * @description How the connection is encrypted. `none` only for hosts that the operator allows in `URL_FETCH_ALLOW_HOSTS`. Defaults to `implicit`.
                 * @enum {string}
                 */
                tls?: "implicit" | "starttls" | "none";
            };
            /** @description The tags of each added source. */
            tags?: string[];
        };
        /** @description A new invitation. */
        CreateInvitation: {
            /**
             * Format: email
             * @description Restricts the link to this email address.
             */
            email?: string;
            role: components["schemas"]["Role"];
        };
        /** @description A new knowledge base. */
        CreateKnowledgeBase: {
            /** @description What is in it, in your words. */
            description?: string;
            /** @description The name of a configured model; null means the default of the installation. */
            embedding_model?: string | null;
            /** @description What people call it, on one line. Names need not be unique. */
            name: string;
        };
        /** @description A new pinned answer. */
        CreatePinnedAnswer: {
            /** @description What the agent says, in Markdown. */
            answer: string;
            /** @description Agents say only enabled answers. Defaults to `true`. */
            enabled?: boolean;
            /** @description Defaults to the default knowledge base. */
            knowledge_base_id?: string;
            /** @description The question that the answer is for. Case, punctuation and word forms do not matter. */
            question: string;
            /** @description The sources that the answer rests on, which a reply lists. */
            source_ids?: string[];
            /** @description Other wordings of the question, in any language. */
            variants?: string[];
        };
        /** @description A new publishable token. */
        CreatePublishableToken: {
            /** @description Origins of the pages that may use it, such as https://example.com. */
            allowed_origins: string[];
            /** @description The limit for all visitors together. Defaults to `60`. */
            messages_per_minute?: number;
            /** @description What people call it, on one line. Names need not be unique. */
            name: string;
            token_budget?: components["schemas"]["ChangeTokenBudget"];
        };
        /** @description A new question set. */
        CreateQuestionSet: {
            /** @description What people call it, on one line. Names need not be unique. */
            name: string;
            /** @description Its first questions. */
            questions?: components["schemas"]["NewSetQuestion"][];
        };
        /** @description A connector of the kind `s3`. */
        CreateS3Connector: {
            /** @description The principals who may see its sources, as `allowed` of a source. Null: everyone. */
            allowed?: string[] | null;
            /** @description Stored encrypted, and never shown again. */
            credentials?: components["schemas"]["S3ConnectorCredentials"];
            /** @description Minutes between runs; null means only by request. Defaults to `60`. */
            interval_minutes?: number | null;
            /**
             * @description What kind of place it is.
             * @constant
             */
            kind: "s3";
            /** @description Defaults to the default knowledge base. */
            knowledge_base_id?: string;
            /** @description The metadata of each source, beside what the place says. Defaults to `{}`. */
            metadata?: components["schemas"]["SourceMetadata"];
            /** @description What people call it, on one line. Names need not be unique. */
            name: string;
            /** @description Where the place is, and what to take from it. */
            settings: components["schemas"]["S3ConnectorSettings"];
            /** @description The tags of each added source. */
            tags?: string[];
        };
        /** @description Filters of a list under a name. */
        CreateSavedView: {
            /** @description Parameters of the list, such as `{"state": "open", "assignee": "me"}`. Those that a list does not know are kept and mean nothing. */
            filters: {
                [key: string]: string | string[];
            };
            /** @description Whether everyone in the workspace sees it, or only its owner. Defaults to `false`. */
            is_shared?: boolean;
            /** @description What people call it, on one line. Names need not be unique. */
            name: string;
            /** @description Whose filters it has. */
            resource: components["schemas"]["SavedList"];
        };
        /** @description A text or a web page. Send documents as a form. */
        CreateSource: components["schemas"]["CreateTextSource"] | components["schemas"]["CreateUrlSource"];
        /** @description Sources to add together. */
        CreateSources: {
            /** @description Texts and web pages. Documents are uploaded one by one. */
            sources: components["schemas"]["CreateSource"][];
            /** @description Whether a source whose `external_id` the knowledge base has already is updated, as by `PUT …/by-external-id/:external_id`; otherwise it gets 409. Defaults to `false`. */
            upsert?: boolean;
        };
        /** @description A text. */
        CreateTextSource: {
            /** @description The principals who may see it: users and groups by names of your choice, such as `user:ada@museum.example` or `group:staff`. Null: everyone. An empty list: only requests without `as_user`. */
            allowed?: string[] | null;
            /** @description The text, plain or Markdown. */
            content: string;
            /** @description The id of the source where it comes from, such as a path or the key of a record; unique in the knowledge base. */
            external_id?: string;
            /** @description The knowledge base to add it to. Defaults to the default knowledge base. */
            knowledge_base_id?: string;
            metadata?: components["schemas"]["SourceMetadata"];
            /** @description The name that lists and citations show. */
            name: string;
            /**
             * @description What to do if the knowledge base already has the same bytes or URL: `keep` adds the source and names the other in `duplicate_of`, `skip` answers 200 with the other, `error` answers 409. Defaults to `keep`.
             * @enum {string}
             */
            on_duplicate?: "keep" | "skip" | "error";
            /** @description Words to filter sources by. */
            tags?: string[];
            /**
             * @description Text that you send. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "text";
        };
        /** @description A web page, which Footnote fetches. */
        CreateUrlSource: {
            /** @description The principals who may see it: users and groups by names of your choice, such as `user:ada@museum.example` or `group:staff`. Null: everyone. An empty list: only requests without `as_user`. */
            allowed?: string[] | null;
            /** @description The id of the source where it comes from, such as a path or the key of a record; unique in the knowledge base. */
            external_id?: string;
            /** @description The knowledge base to add it to. Defaults to the default knowledge base. */
            knowledge_base_id?: string;
            metadata?: components["schemas"]["SourceMetadata"];
            /** @description The name that lists and citations show. */
            name: string;
            /**
             * @description What to do if the knowledge base already has the same bytes or URL: `keep` adds the source and names the other in `duplicate_of`, `skip` answers 200 with the other, `error` answers 409. Defaults to `keep`.
             * @enum {string}
             */
            on_duplicate?: "keep" | "skip" | "error";
            /** @description How often to fetch the page again and reindex it if it has changed. Never without it. */
            refresh_interval_hours?: number;
            /** @description Words to filter sources by. */
            tags?: string[];
            /**
             * @description A web page that Footnote fetches. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "url";
            /** @description The address of the page, http or https. */
            url: string;
        };
        /** @description A connector of the kind `webdav`. */
        CreateWebdavConnector: {
            /** @description The principals who may see its sources, as `allowed` of a source. Null: everyone. */
            allowed?: string[] | null;
            /** @description Stored encrypted, and never shown again. */
            credentials?: components["schemas"]["WebdavConnectorCredentials"];
            /** @description Minutes between runs; null means only by request. Defaults to `60`. */
            interval_minutes?: number | null;
            /**
             * @description What kind of place it is.
             * @constant
             */
            kind: "webdav";
            /** @description Defaults to the default knowledge base. */
            knowledge_base_id?: string;
            /** @description The metadata of each source, beside what the place says. Defaults to `{}`. */
            metadata?: components["schemas"]["SourceMetadata"];
            /** @description What people call it, on one line. Names need not be unique. */
            name: string;
            /** @description Where the place is, and what to take from it. */
            settings: components["schemas"]["WebdavConnectorSettings"];
            /** @description The tags of each added source. */
            tags?: string[];
        };
        /** @description A new webhook. */
        CreateWebhook: {
            /** @description What it is for, in your words. */
            description?: string;
            /** @description Defaults to all. */
            events?: components["schemas"]["EventType"][] | null;
            /** @description An http or https URL with a public address. */
            url: string;
        };
        /** @description A connector of the kind `website`. */
        CreateWebsiteConnector: {
            /** @description The principals who may see its sources, as `allowed` of a source. Null: everyone. */
            allowed?: string[] | null;
            /** @description Minutes between runs; null means only by request. Defaults to `60`. */
            interval_minutes?: number | null;
            /**
             * @description What kind of place it is.
             * @constant
             */
            kind: "website";
            /** @description Defaults to the default knowledge base. */
            knowledge_base_id?: string;
            /** @description The metadata of each source, beside what the place says. Defaults to `{}`. */
            metadata?: components["schemas"]["SourceMetadata"];
            /** @description What people call it, on one line. Names need not be unique. */
            name: string;
            /** @description Where the place is, and what to take from it. */
            settings: {
                /** @description Patterns of pages that are left out, written like those of `include`. Defaults to an empty list. */
                exclude?: string[];
                /** @description Patterns of which a page must match one, such as `/docs/*` for paths or `https://example.org/*` for whole URLs. `*` stands for any characters. Start pages are always read. Defaults to an empty list. */
                include?: string[];
                /** @description True to run the JavaScript of pages before they are read. Needs the setting `CHROMIUM`. Defaults to `false`. */
                javascript?: boolean;
                /** @description How many links away from a start page or the sitemap a page may be. Defaults to `5`. */
                max_depth?: number;
                /** @description How many pages to read. Defaults to `500`. */
                max_pages?: number;
                /** @description True to read the sitemaps of the site too: those in its robots.txt, and `/sitemap.xml`. Defaults to `true`. */
                sitemap?: boolean;
                /** @description Where the crawl begins. Only pages of the same hosts are read, with or without `www.`. */
                start_urls: string[];
            };
            /** @description The tags of each added source. */
            tags?: string[];
        };
        /** @description A new workspace. */
        CreateWorkspace: {
            /** @description What people call it, on one line. Names need not be unique. */
            name: string;
        };
        /** @description An event on its way to a webhook. */
        Delivery: {
            /** @description The latest 20 attempts, oldest first. */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            ended_at?: string;
            /** @description The event, prefix `evt_`: the `webhook-id` of each attempt. */
            event_id: string;
            /** @description What happened: a noun and a verb in the past tense. */
            event_type: components["schemas"]["EventType"] | (string & {});
            /** @description Prefix `dlv_`. */
            id: string;
            /**
             * Format: date-time
             * @description Absent once the delivery has ended, and while it waits for an earlier event about the same subject.
             */
            next_attempt_at?: string;
            /** @description `pending` until the endpoint answers with 2xx (`delivered`), or Footnote gives up (`failed`). */
            status: components["schemas"]["DeliveryStatus"] | (string & {});
        };
        /** @description One request to the endpoint. */
        DeliveryAttempt: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            attempted_at: string;
            /** @description Until the response or the failure. */
            duration_ms: number;
            /** @description Why it failed. */
            error?: string;
            /** @description The first 500 bytes of the response. */
            response?: string;
            /** @description Absent if there was no response. */
            status_code?: number;
        };
        DeliveryPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["Delivery"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description `pending` until the endpoint answers with 2xx (`delivered`), or Footnote gives up (`failed`).
         * @enum {string}
         */
        DeliveryStatus: "pending" | "delivered" | "failed";
        /** @description A delivery with the body that is sent. */
        DeliveryWithPayload: {
            /** @description The latest 20 attempts, oldest first. */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            ended_at?: string;
            /** @description The event, prefix `evt_`: the `webhook-id` of each attempt. */
            event_id: string;
            /** @description What happened: a noun and a verb in the past tense. */
            event_type: components["schemas"]["EventType"] | (string & {});
            /** @description Prefix `dlv_`. */
            id: string;
            /**
             * Format: date-time
             * @description Absent once the delivery has ended, and while it waits for an earlier event about the same subject.
             */
            next_attempt_at?: string;
            payload: components["schemas"]["EventBody"];
            /** @description `pending` until the endpoint answers with 2xx (`delivered`), or Footnote gives up (`failed`). */
            status: components["schemas"]["DeliveryStatus"] | (string & {});
        };
        DeliveryWithPayloadResponse: {
            data: components["schemas"]["DeliveryWithPayload"];
            meta: components["schemas"]["Meta"];
        };
        /** @description The proof that it is you. */
        DisableTotp: {
            /** @description Your present password. */
            password: string;
        };
        /** @description A gap that was dismissed. */
        DismissedGap: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            dismissed_at: string;
            /** @description As it was sent. */
            question: string;
        };
        DismissedGapResponse: {
            data: components["schemas"]["DismissedGap"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A gap that needs no more attention. */
        DismissGap: {
            /** @description The `question` of the gap. */
            question: string;
            /** @description It comes back when it was asked more often than this since, 0 to 1000. 0 for one that is answered now: then the next question without a good answer brings it back. Defaults to `0`. */
            returns_after?: number;
        };
        /** @description Texts to embed. */
        EmbeddingBody: {
            /** @description Only the number that the model has. */
            dimensions?: number | null;
            /** @description `base64`: little-endian 32-bit floats. */
            encoding_format?: ("float" | "base64") | null;
            /** @description The deep model reads the first 500 tokens or so of a text. All texts together have at most 1,000,000 characters. */
            input: string | string[];
            /**
             * @description Whether the texts are searched for, or searched in: the deep model tells them apart. Defaults to `passage`.
             * @enum {string}
             */
            input_type?: "query" | "passage";
            /** @description `static-en-multi-256` or `multilingual-e5-small`. */
            model: string;
        } & {
            [key: string]: unknown;
        };
        /** @description As in OpenAI. */
        EmbeddingList: {
            /** @description One vector for each text, in the order of the request. */
            data: {
                /** @description A vector of the length 1, or of zeros for a text without known words. */
                embedding: number[] | (string & {});
                /** @description The place of the text in the request, from 0. */
                index: number;
                /**
                 * @description Always `embedding`.
                 * @constant
                 */
                object: "embedding";
            }[];
            /** @description The model that made the vectors. */
            model: string;
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
            /** @description An estimate: these models charge nothing. */
            usage: {
                /** @description Tokens of the texts. */
                prompt_tokens: number;
                /** @description The same: nothing is written. */
                total_tokens: number;
            };
        };
        /** @description Compares one key with a value. */
        EqualityFilter: {
            /** @description A key of the metadata. One that no source has is not an error. */
            key: string;
            /**
             * @description Equal, or not. `ne` is the opposite of `eq`: it matches sources without the key too.
             * @enum {string}
             */
            type: "eq" | "ne";
            /** @description A list matches if it contains the value. */
            value: string | number | boolean;
        };
        /** @description Why a request failed. */
        Error: {
            /** @description What went wrong. */
            error: {
                /** @description What is wrong, for programs. Each code always has the same HTTP status. */
                code: components["schemas"]["ErrorCode"] | (string & {});
                /** @description The fields that are wrong; absent if it is none of them. */
                details?: {
                    /** @description The field or parameter, such as `questions.0.query`. */
                    field: string;
                    /** @description What it must be. */
                    reason: string;
                }[];
                /** @description What is wrong, and what to do about it. */
                message: string;
                /** @description Only on OpenAI-compatible endpoints. */
                param?: string | null;
                /** @description Names this request in logs, prefix `req_`. */
                request_id: string;
                /** @description Only on OpenAI-compatible endpoints. */
                type?: string;
            };
        };
        /**
         * @description What is wrong, for programs. Each code always has the same HTTP status.
         * @enum {string}
         */
        ErrorCode: "invalid_request" | "unauthorized" | "forbidden" | "not_found" | "conflict" | "unprocessable_entity" | "rate_limited" | "internal_error" | "unavailable";
        /** @description What an agent was set to when it was evaluated. */
        EvaluatedAgentSettings: {
            /** @description Null for the default. */
            fallback_message: string | null;
            /** @description When it offered a person. */
            handover: string;
            /** @description What it answered from. */
            knowledge_base_ids: string[];
            /** @description Replies below it were the fallback message; null for the default. */
            min_confidence: number | null;
            /** @description Its name. */
            name: string;
            /** @description `short`, `medium` or `long`. */
            response_length: string;
            /** @description Its instructions; null without any. */
            system_prompt: string | null;
            /** @description Of the language model; null for its default. */
            temperature: number | null;
        };
        /** @description A measurement of search and replies on your questions. */
        Evaluation: {
            /** @description The agent whose replies are judged too. */
            agent_id?: string;
            /** @description The settings of the agent when the evaluation was created. */
            agent_settings?: components["schemas"]["EvaluatedAgentSettings"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            ended_at?: string;
            /** @description Why it failed. */
            error?: string;
            /** @description Prefix `eval_`. */
            id: string;
            /** @description Defaults to all. */
            knowledge_base_ids?: string[];
            /** @description Replies of `from_conversations` whose question is the question of a later reply, which counts instead. */
            merged?: number;
            /** @description What people call it; absent without one. */
            name?: string;
            /** @description 0 to 1. */
            progress: number;
            /** @description Questions that are asked. */
            question_count: number;
            /** @description The question set that was asked; it may be changed or deleted since. */
            question_set_id?: string;
            /** @description With an agent, once completed. */
            replies?: components["schemas"]["ReplyResults"];
            /** @description Once completed. */
            results?: components["schemas"]["EvaluationResult"][];
            /** @description The search types that are measured. */
            search_types: (("hybrid" | "semantic" | "keyword") | string)[];
            /** @description Questions of a set, or replies of `from_conversations`, that are not asked, because nothing says what answers them, or the question is too long. */
            skipped?: number;
            /** @description `running` until all questions were asked (`completed`), it has `failed`, or someone has `cancelled` it. */
            status: components["schemas"]["EvaluationStatus"] | (string & {});
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updated_at: string;
        };
        EvaluationPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["Evaluation"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The questions of an evaluation. */
        EvaluationQuestions: {
            /** @description In the order in which they were sent. */
            questions: {
                /** @description Phrases; a right reply contains at least one. */
                must: string[];
                /** @description What is asked. */
                query: string;
                /** @description The sources that answer it. */
                relevant: {
                    /** @description Prefix `src_`. */
                    source_id: string;
                    /** @description Words of the relevant passages; all passages are relevant when absent. */
                    text?: string;
                }[];
                /** @description No source answers it. */
                unanswerable: boolean;
            }[];
        };
        EvaluationQuestionsResponse: {
            data: components["schemas"]["EvaluationQuestions"];
            meta: components["schemas"]["Meta"];
        };
        EvaluationResponse: {
            data: components["schemas"]["Evaluation"];
            meta: components["schemas"]["Meta"];
        };
        /** @description How well one search type did. */
        EvaluationResult: {
            /** @description The time of a search for ten results, without HTTP. */
            latency_ms: {
                /** @description Half took no longer. */
                p50: number | null;
                /** @description 95% took no longer. */
                p95: number | null;
                /** @description 99% took no longer. */
                p99: number | null;
            };
            /** @description Means over the questions, 0 to 1; null if no question counts. The first four rate rankings of sources, for questions that have an answer. */
            metrics: {
                /** @description The mean highest score of questions that have an answer. */
                best_score_answerable: number | null;
                /** @description The mean highest score of questions that have no answer. */
                best_score_unanswerable: number | null;
                /** @description Expected calibration error: how far scores are from the share of relevant results. */
                calibration_error: number | null;
                /** @description The mean of 1 / rank of the first relevant source. */
                mrr_at_10: number | null;
                /** @description Quality of the first ten results; 1 is the best order. */
                ndcg_at_10: number | null;
                /** @description The share of relevant sources among the first five. */
                recall_at_5: number | null;
                /** @description The share of relevant sources among the first ten. */
                recall_at_10: number | null;
            };
            /** @description The first ten results of each question, by score. */
            reliability: {
                /** @description Results in the group. */
                count: number;
                /** @description The lowest score of the group. */
                from: number;
                /** @description Their mean score; null without results. */
                mean_score: number | null;
                /** @description The share of them that is relevant, 0 to 1; null without results. */
                share_relevant: number | null;
                /** @description The highest score of the group. */
                to: number;
            }[];
            /** @description How the passages were found: by meaning, by words, or by both. */
            search_type: ("hybrid" | "semantic" | "keyword") | string;
        };
        /**
         * @description `running` until all questions were asked (`completed`), it has `failed`, or someone has `cancelled` it.
         * @enum {string}
         */
        EvaluationStatus: "running" | "completed" | "failed" | "cancelled";
        /** @description An evaluation with the outcome of each question. */
        EvaluationWithOutcomes: {
            /** @description The agent whose replies are judged too. */
            agent_id?: string;
            /** @description The settings of the agent when the evaluation was created. */
            agent_settings?: components["schemas"]["EvaluatedAgentSettings"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            ended_at?: string;
            /** @description Why it failed. */
            error?: string;
            /** @description Prefix `eval_`. */
            id: string;
            /** @description Defaults to all. */
            knowledge_base_ids?: string[];
            /** @description Replies of `from_conversations` whose question is the question of a later reply, which counts instead. */
            merged?: number;
            /** @description What people call it; absent without one. */
            name?: string;
            /** @description The outcome of each question, worst first, once completed. */
            outcomes?: components["schemas"]["OutcomesOfSearch"][];
            /** @description 0 to 1. */
            progress: number;
            /** @description Questions that are asked. */
            question_count: number;
            /** @description The question set that was asked; it may be changed or deleted since. */
            question_set_id?: string;
            /** @description With an agent, once completed. */
            replies?: components["schemas"]["ReplyResults"];
            /** @description What the agent replied to each question, sure mistakes first, once completed. */
            reply_outcomes?: components["schemas"]["ReplyOutcome"][];
            /** @description Once completed. */
            results?: components["schemas"]["EvaluationResult"][];
            /** @description The search types that are measured. */
            search_types: (("hybrid" | "semantic" | "keyword") | string)[];
            /** @description Questions of a set, or replies of `from_conversations`, that are not asked, because nothing says what answers them, or the question is too long. */
            skipped?: number;
            /** @description `running` until all questions were asked (`completed`), it has `failed`, or someone has `cancelled` it. */
            status: components["schemas"]["EvaluationStatus"] | (string & {});
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updated_at: string;
        };
        EvaluationWithOutcomesResponse: {
            data: components["schemas"]["EvaluationWithOutcomes"];
            meta: components["schemas"]["Meta"];
        };
        /** @description Something that happened in the workspace. */
        Event: {
            /** @description What the event is about, as the API shows it; once that is deleted, its id and `erased: true`. If a body would be larger than 20 KB, its longest texts are cut and `truncated` names them. */
            data: {
                [key: string]: unknown;
            };
            /** @description The environment that it belongs to. Nothing passes from one to the other. */
            environment: ("live" | "sandbox") | string;
            /** @description Prefix `evt_`; the `webhook-id` of its deliveries. */
            id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            /** @description What happened: a noun and a verb in the past tense. */
            type: components["schemas"]["EventType"] | (string & {});
            /** @description The workspace in which it happened. */
            workspace_id: string;
        };
        /** @description What a webhook receives. */
        EventBody: {
            /** @description What the event is about, as the API shows it; once that is deleted, its id and `erased: true`. If a body would be larger than 20 KB, its longest texts are cut and `truncated` names them. */
            data: {
                [key: string]: unknown;
            };
            /** @description The environment that it belongs to. Nothing passes from one to the other. */
            environment: ("live" | "sandbox") | string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            timestamp: string;
            /** @description What happened: a noun and a verb in the past tense. */
            type: components["schemas"]["EventType"] | (string & {});
            /** @description The workspace in which it happened. */
            workspace_id: string;
        };
        EventPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["Event"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description What happened: a noun and a verb in the past tense.
         * @enum {string}
         */
        EventType: "source.indexed" | "source.failed" | "source.deleted" | "connector.failed" | "agent.created" | "agent.updated" | "agent.published" | "agent.deleted" | "conversation.started" | "conversation.updated" | "conversation.handover" | "conversation.handover_updated" | "message.feedback" | "message.verdict" | "budget.warning" | "budget.exceeded" | "key.created" | "key.revoked" | "webhook.test";
        /** @description Asks whether a source has a key. */
        ExistenceFilter: {
            /** @description A key of the metadata. One that no source has is not an error. */
            key: string;
            /**
             * @description Whether the source has the key.
             * @constant
             */
            type: "exists";
            /** @description False matches the sources without the key. Defaults to true. */
            value?: boolean;
        };
        /** @description A rating of a reply. */
        Feedback: {
            /** @description What was good or bad about it, in your words. */
            comment?: string;
            /**
             * @description Whether the reply helped.
             * @enum {string}
             */
            rating: "up" | "down";
        };
        /** @description A rating of a reply, with its author. */
        FeedbackOnReply: {
            /** @description A visitor has the type `publishable_token` and the name of the token. Absent in ratings older than the field. */
            author?: {
                /** @description The account, API key or publishable token; null for the command line and the service. */
                id: string | null;
                /** @description The name that it had then. */
                name: string;
                /** @description What kind of author it is. `command_line` is an operator of the installation, `service` Footnote itself. */
                type: components["schemas"]["ActorType"] | (string & {});
            };
            /** @description What was good or bad about it, in your words. */
            comment?: string;
            /** @description Whether the reply helped. */
            rating: ("up" | "down") | string;
        };
        /** @description A folder on the server. */
        FolderConnectorSettings: {
            /** @description No files that match one of these. Defaults to an empty list. */
            exclude?: string[];
            /** @description Only files whose path matches one of these patterns, such as `docs/**\/*.md`. Empty: all. Defaults to an empty list. */
            include?: string[];
            /** @description The folder on the server. CONNECTOR_FOLDERS must name it, or a folder above it. */
            path: string;
        };
        /** @description Which judged replies become questions. */
        FromConversations: {
            /** @description Only replies of this agent. */
            agent_id?: string;
            /** @description The most replies, the newest first. Defaults to `1000`. */
            limit?: number;
            /** @description Also replies without a verdict that have one of these ratings. `up` counts like the verdict `right`; a reply rated `down` is skipped, because nothing says what is right. */
            ratings?: ("up" | "down")[];
            /**
             * Format: date-time
             * @description Only replies given since then.
             */
            since?: string;
            /**
             * Format: date-time
             * @description Only replies given before.
             */
            until?: string;
            /** @description Replies whose latest verdict is one of these. */
            verdicts?: ("right" | "wrong" | "incomplete")[];
        };
        /** @description A question that the sources do not answer well. */
        Gap: {
            /** @description The agents that were asked. */
            agent_ids: string[];
            /** @description The highest confidence of the replies, 0 to 1. */
            best_confidence: number;
            /** @description In how many conversations, each of one person. */
            conversations: number;
            /** @description How often it was asked. */
            count: number;
            /** @description `new`: first asked in the last 7 days of a longer period. `growing`: asked in its second half more than half as often again as in its first. */
            course?: ("new" | "growing") | string;
            /** @description The reply to the latest one. */
            example: {
                /** @description Its agent. */
                agent_id: string;
                /** @description The reply, prefix `msg_`. */
                message_id: string;
                /** @description Its session. */
                session_id: string;
            };
            /** @description Different wordings, the latest first, at most 5. */
            examples: {
                /** @description Its agent. */
                agent_id: string;
                /** @description The reply, prefix `msg_`. */
                message_id: string;
                /** @description As it was asked. */
                question: string;
                /** @description Its session. */
                session_id: string;
            }[];
            /**
             * Format: date-time
             * @description When it was first asked in the period.
             */
            first_asked_at: string;
            /** @description The word that most of its wordings have in common. Absent without several wordings. */
            label?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            last_asked_at: string;
            /** @description Other wordings of the question, the latest first, at most 20. Absent without any. */
            other_wordings?: string[];
            /** @description As it was last asked. */
            question: string;
            /** @description The chunk of the agent's knowledge bases that comes nearest to an answer. Only for the first 20 gaps, and absent if nothing comes near. */
            suggestion?: components["schemas"]["GapSuggestion"];
            /** @description How often it was asked in each of at most 30 equal parts of the period, oldest first. */
            trend: number[];
        };
        /** @description Questions that the sources do not answer well. */
        Gaps: {
            /** @description At most 100, most frequent first. */
            gaps: components["schemas"]["Gap"][];
            /** @description Whether questions about one thing are joined by meaning and over languages, which takes the deep model. */
            has_meaning: boolean;
            /** @description All gaps, including those not shown. */
            total: number;
        };
        GapsResponse: {
            data: components["schemas"]["Gaps"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A passage that comes near to an answer. */
        GapSuggestion: {
            /** @description Prefix `chunk_`. */
            chunk_id: string;
            /** @description As in `POST /v1/query`, 0.2 or more. */
            score: number;
            /** @description The source of the chunk, prefix `src_`. */
            source_id: string;
            /** @description The name of the source. */
            source_name: string;
            /** @description The text of the chunk. */
            text: string;
        };
        /** @description A branch of a git repository. */
        GitConnectorSettings: {
            /** @description The branch to follow; by default the one that the repository names. */
            branch?: string;
            /** @description No files that match one of these. Defaults to an empty list. */
            exclude?: string[];
            /** @description Only files whose path matches one of these patterns, such as `docs/**\/*.md`. Empty: all. Defaults to an empty list. */
            include?: string[];
            /** @description The repository: `https://…`, `ssh://user@host/path` or `user@host:path`. `http://` only for hosts that the operator allows in `URL_FETCH_ALLOW_HOSTS`. */
            url: string;
            /** @description Where people open a file: a URL with `{path}`, and `{branch}` or `{commit}` if you like. Known for github.com and gitlab.com. */
            web_url?: string;
        };
        /** @description A question, and what answers it. */
        GoldenQuestion: {
            /** @description Phrases; a right reply contains at least one. Case, line breaks and Markdown emphasis do not count. */
            must?: string[];
            /** @description What a person would ask. */
            query: string;
            /** @description All sources that answer the question. Defaults to an empty list. */
            relevant?: {
                /** @description A source that answers the question. */
                source_id: string;
                /** @description Words that the relevant passages of the source contain; all passages are relevant when absent. */
                text?: string;
            }[];
            /** @description No source answers the question. Defaults to `false`. */
            unanswerable?: boolean;
        };
        /** @description Something that a member or a key made, and that ends with them. */
        Grant: {
            /** @description The account (`acc_`) or API key (`key_`) that made it or took it over, and whose removal ends it. Null if the service, the command line or an older version made it. */
            created_by: string | null;
            /** @description The environment that it belongs to. Nothing passes from one to the other. */
            environment: ("live" | "sandbox") | string;
            /** @description The prefix tells the type: `inv_`, `key_`, `tok_`, `wh_` or `acc_`. */
            id: string;
            /** @description The name of a key, token or member; the URL of a webhook; the email address or role of an invitation. */
            name: string;
            /** @description All types end except `member`, which is someone who joined through an invitation of this member or key. Remove them separately if needed. */
            type: ("invitation" | "api_key" | "publishable_token" | "webhook" | "member") | string;
        };
        GrantPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["Grant"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description A conversation that a person is asked to take over. */
        Handover: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            assigned_at?: string;
            /** @description Who has it, or who resolved it. */
            assignee?: components["schemas"]["Assignee"];
            contact: components["schemas"]["HandoverContact"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description What the visitor wrote for the person. */
            message?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            resolved_at?: string;
            /** @description `open`: waits for a person. `assigned`: a person has it. `resolved`: it is over. */
            status: components["schemas"]["HandoverStatus"] | (string & {});
        };
        /** @description As the visitor gave it; an email address is not proved. */
        HandoverContact: {
            /** @description Where to reach the visitor. */
            email?: string;
            /** @description How to address the visitor. */
            name?: string;
        };
        /**
         * @description When the agent offers that a person takes over: never, if the visitor asks for one, or also with replies below a confidence of 0.5.
         * @enum {string}
         */
        HandoverMode: "never" | "on_request" | "on_low_confidence";
        /** @description A hand-over, with its session. */
        HandoverOfSession: {
            /** @description The agent of the session, prefix `agt_`. */
            agent_id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            assigned_at?: string;
            /** @description Who has it, or who resolved it. */
            assignee?: components["schemas"]["Assignee"];
            contact: components["schemas"]["HandoverContact"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description What the visitor wrote for the person. */
            message?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            resolved_at?: string;
            /** @description The session that is handed over. */
            session_id: string;
            /** @description `open`: waits for a person. `assigned`: a person has it. `resolved`: it is over. */
            status: components["schemas"]["HandoverStatus"] | (string & {});
        };
        HandoverOfSessionResponse: {
            data: components["schemas"]["HandoverOfSession"];
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description `open`: waits for a person. `assigned`: a person has it. `resolved`: it is over.
         * @enum {string}
         */
        HandoverStatus: "open" | "assigned" | "resolved";
        /** @description Pinned answers to create or update together. */
        ImportAnswers: {
            /** @description One for each question. */
            answers: components["schemas"]["ImportedAnswer"][];
        };
        /** @description A pinned answer to create or update. */
        ImportedAnswer: {
            /** @description What the agent says, in Markdown. */
            answer: string;
            /** @description Agents say only enabled answers. */
            enabled?: boolean;
            /** @description Defaults to the default knowledge base. */
            knowledge_base_id?: string;
            /** @description The question that the answer is for. Case, punctuation and word forms do not matter. */
            question: string;
            /** @description Ids of sources, or names of sources of the knowledge base. */
            sources?: string[];
            /** @description Other wordings of the question, in any language. */
            variants?: string[];
        };
        /** @description A question of a file, with its answer. */
        ImportedQuestion: {
            /** @description Phrases; a right reply contains at least one. Case, line breaks and Markdown emphasis do not count. */
            answers?: string[];
            /** @description Defaults to `false`. */
            must_refuse?: boolean;
            /** @description What a person would ask. */
            question: string;
            /** @description Defaults to an empty list. */
            sources?: string[];
        };
        /** @description Questions of a file. */
        ImportQuestions: {
            /** @description The questions of the file. */
            questions: components["schemas"]["ImportedQuestion"][];
        };
        /** @description How many pinned answers an import changed. */
        ImportResult: {
            /** @description Questions that had no answer yet. */
            created: number;
            /** @description Each answer that was sent; only with `dry_run`. */
            rows?: {
                /** @description What the import would do with it. */
                change: ("created" | "updated" | "unchanged") | string;
                /** @description Where it was sent, such as `line 4` or `answers[2]`. */
                place: string;
                /** @description The question that the answer is for. */
                question: string;
            }[];
            /** @description Answers that were already as sent. */
            unchanged: number;
            /** @description Answers that got a new version. */
            updated: number;
        };
        ImportResultResponse: {
            data: components["schemas"]["ImportResult"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A link that lets someone join, not yet accepted. */
        Invitation: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description The account (`acc_`) or API key (`key_`) that made it or took it over, and whose removal ends it. Null if the service, the command line or an older version made it. */
            created_by: string | null;
            /** @description The email address that the invitation is for, if any. */
            email?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            expires_at: string;
            /** @description Prefix `inv_`. */
            id: string;
            /** @description `owner`: everything, including owners and workspaces. `admin`: everything else. `member`: everything except settings, keys and members. `viewer`: GET requests only. */
            role: components["schemas"]["Role"] | (string & {});
        };
        /** @description What an invitation offers, for someone who has its link. */
        InvitationDetails: {
            /** @description The email address that the invitation is for; null if it names none. */
            email: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            expires_at: string;
            /** @description Whether this is the link that sets up the installation, which has no account yet. */
            is_first_account: boolean;
            /** @description `owner`: everything, including owners and workspaces. `admin`: everything else. `member`: everything except settings, keys and members. `viewer`: GET requests only. */
            role: components["schemas"]["Role"] | (string & {});
            /** @description The workspace that you would join. */
            workspace: {
                /** @description Prefix `ws_`. */
                id: string;
                /** @description As its members call it. */
                name: string;
            };
        };
        InvitationDetailsResponse: {
            data: components["schemas"]["InvitationDetails"];
            meta: components["schemas"]["Meta"];
        };
        InvitationPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["Invitation"][];
            meta: components["schemas"]["PageMeta"];
        };
        InvitationResponse: {
            data: components["schemas"]["Invitation"];
            meta: components["schemas"]["Meta"];
        };
        /** @description The secret of an invitation. */
        InvitationToken: {
            /** @description The part of the link after `#token=`. */
            token: string;
        };
        /**
         * @description `read_only`: GET requests only. `read_write`: all methods. `admin`: all methods, and workspace settings and keys.
         * @enum {string}
         */
        KeyScope: "read_only" | "read_write" | "admin";
        /** @description A collection of sources that is searched as one. */
        KnowledgeBase: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description What is in it, in your words; may be empty. */
            description: string;
            /** @description The model whose index answers queries. */
            embedding_model: string;
            /** @description Present while the knowledge base switches to another model. Queries use the current index until all sources are done, then the new one. */
            embedding_switch: {
                /** @description Why it is stuck. Footnote keeps trying. */
                error: string | null;
                /** @description The share of sources that are done, 0 to 1. */
                progress: number;
                /** @description The model whose index is being built. */
                to: string;
            } | null;
            /** @description Prefix `kb_`. */
            id: string;
            /** @description For sources that name no knowledge base. */
            is_default: boolean;
            /** @description What people call it. */
            name: string;
            /** @description All its sources, whatever their status. */
            source_count: number;
            /** @description How far the deep model has come, which reads what is indexed; null without one. Queries use what there is. */
            understanding: {
                /** @description Of its indexed sources. */
                chunks: number;
                /** @description `skipped`: nothing waits, and some sources keep to the instant pass, because the workspace has as many chunks as `DEEP_CHUNKS_MAX`. */
                status: ("pending" | "done" | "skipped") | string;
                /** @description How many of them the deep model has read. */
                understood_chunks: number;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description What is in the knowledge bases, and how much is asked of them. */
        KnowledgeBaseActivity: {
            /** @description In no order. */
            knowledge_bases: {
                /** @description Agents that answer from it. A restricted key counts those it sees. */
                agent_count: number;
                /** @description When one of its sources was last changed; null without sources. */
                changed_at: string | null;
                /** @description Sources whose last indexing failed. */
                failed_count: number;
                /** @description Sources that answer queries. */
                indexed_count: number;
                /** @description Prefix `kb_`. */
                knowledge_base_id: string;
                /** @description Sources that are being indexed. */
                processing_count: number;
                /** @description Questions that these agents got in the last 7 days, without small talk and without tests in the dashboard. */
                question_count: number;
                /** @description Of the original files of its sources. */
                size_bytes: number;
            }[];
        };
        KnowledgeBaseActivityResponse: {
            data: components["schemas"]["KnowledgeBaseActivity"];
            meta: components["schemas"]["Meta"];
        };
        KnowledgeBasePage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["KnowledgeBase"][];
            meta: components["schemas"]["PageMeta"];
        };
        KnowledgeBaseResponse: {
            data: components["schemas"]["KnowledgeBase"];
            meta: components["schemas"]["Meta"];
        };
        /** @description The limits in force. */
        Limits: {
            /** @description How many requests may be sent. */
            rate_limits: {
                /** @description Chats that may run at the same time. */
                concurrent_chats: number;
                /** @description If false, the other rate limits have no effect. */
                enabled: boolean;
                /** @description Failed authentications per window from one IP address. */
                failed_authentications: number;
                /** @description Change streams and requests with `wait` that may be open at the same time. */
                open_streams: number;
                /** @description Requests of each class per window, for each API key and each signed-in person. */
                requests: {
                    /** @description Messages to agents. */
                    chat: number;
                    /** @description Searches and embeddings. */
                    query: number;
                    /** @description GET requests that belong to no other class. */
                    read: number;
                    /** @description New and changed content. */
                    upload: number;
                    /** @description All other methods that belong to no other class. */
                    write: number;
                };
                /** @description How long requests are counted for. */
                window_seconds: number;
            };
            /** @description Maximum sizes. Names say if the unit is bytes, characters or seconds; the others are counts. */
            sizes: {
                /** @description Characters of the welcome and the fallback message of an agent. */
                agent_message_characters: number;
                /** @description Earlier versions that are kept of a pinned answer. */
                answer_versions: number;
                /** @description Bytes that are read out of an archive. */
                archive_bytes: number;
                /** @description Files in an archive. */
                archive_entries: number;
                /** @description How many times its own size an archive, such as DOCX or EPUB, may expand to. */
                archive_expansion: number;
                /** @description Messages of a chat in the OpenAI protocol. */
                completion_messages: number;
                /** @description Parts of all of these messages together. */
                completion_parts: number;
                /** @description Bytes of what a place gives to go on from. */
                connector_cursor_bytes: number;
                /** @description Characters of the id of a document in its place. */
                connector_document_id_characters: number;
                /** @description Documents of a connector. */
                connector_documents: number;
                /** @description Minutes between two runs of a connector. */
                connector_max_minutes: number;
                /** @description The fewest minutes between two runs of a connector. */
                connector_min_minutes: number;
                /** @description Changes that a place may name at once. */
                connector_page_changes: number;
                /** @description Runs of a connector that are kept. */
                connector_runs: number;
                /** @description Bytes of the settings of a connector as JSON, and of its credentials. */
                connector_settings_bytes: number;
                /** @description Characters of the version of a document in its place. */
                connector_version_characters: number;
                /** @description Connectors of a workspace. */
                connectors: number;
                /** @description Characters of the content of a text source. */
                content_characters: number;
                /** @description Characters of a part of the text of a source. */
                content_part_characters: number;
                /** @description Characters of a search in conversations. */
                conversation_search_characters: number;
                /** @description Conversations that are changed together. */
                conversations_of_a_bulk_change: number;
                /** @description Conversations whose questions are added to a question set at once. */
                conversations_of_an_addition: number;
                /** @description URLs that a crawl remembers for each page that it may add. */
                crawl_addresses_for_page: number;
                /** @description Links that a crawl may follow from its first page. */
                crawl_depth: number;
                /** @description Pages that a crawl may add. */
                crawl_pages: number;
                /** @description Characters of the description of a knowledge base or webhook. */
                description_characters: number;
                /** @description Characters of one of these texts. */
                embedded_characters: number;
                /** @description Characters of all of these texts together. */
                embedded_characters_together: number;
                /** @description Texts of one request for embeddings. */
                embedded_texts: number;
                /** @description Bytes of the body of a request for embeddings. */
                embedding_body_bytes: number;
                /** @description Questions of an evaluation, and of a question set. */
                evaluation_questions: number;
                /** @description Bytes of the body that a webhook receives. */
                event_bytes: number;
                /** @description Characters of the external id of a source. */
                external_id_characters: number;
                /** @description Characters of the text that a document may yield. */
                extracted_characters: number;
                /** @description Characters of a comment on a reply. */
                feedback_comment_characters: number;
                /** @description Bytes of an uploaded file. */
                file_bytes: number;
                /** @description Conditions of a filter. */
                filter_conditions: number;
                /** @description Conditions of a filter inside each other. */
                filter_depth: number;
                /** @description Characters of a value of such a filter. */
                filter_of_a_view_characters: number;
                /** @description Values of one condition. */
                filter_values: number;
                /** @description Filters of a saved view. */
                filters_of_a_view: number;
                /** @description Gaps that one request returns. */
                gaps: number;
                /** @description Characters of what a visitor writes for the person who takes over. */
                handover_message_characters: number;
                /** @description Pixels of a picture of text, PNG, JPEG, TIFF or WebP, or of a page of a scan. */
                image_pixels: number;
                /** @description Bytes of the body of an import. */
                import_bytes: number;
                /** @description Pinned answers of an import. */
                imported_answers: number;
                /** @description Days that insights look back. */
                insight_days: number;
                /** @description Bytes of a body with the token of an invitation in it. */
                invitation_body_bytes: number;
                /** @description Bytes of a JSON body that brings content. */
                json_body_bytes: number;
                /** @description Lists and objects of a JSON body inside each other. */
                json_depth: number;
                /** @description Commas, colons and opening brackets of a JSON body, outside of strings. */
                json_tokens: number;
                /** @description Archives of a workspace that are listed; older ones are forgotten. */
                kept_archives: number;
                /** @description Knowledge bases that a restricted key may use. */
                knowledge_bases_of_a_key: number;
                /** @description Knowledge bases of an agent, and of a search. */
                knowledge_bases_of_an_agent: number;
                /** @description Characters of a text that a tool of the Model Context Protocol adds. */
                mcp_text_characters: number;
                /** @description Characters of a chat message. */
                message_characters: number;
                /** @description Parts of one of these messages. */
                message_parts: number;
                /** @description Characters of one of these keys. */
                metadata_key_characters: number;
                /** @description Keys of the metadata of a session. */
                metadata_keys: number;
                /** @description Characters of a value, also in the metadata of a source. */
                metadata_value_characters: number;
                /** @description Phrases in `must` of a question. */
                must_of_a_question: number;
                /** @description Characters of a name. */
                name_characters: number;
                /** @description Origins of a publishable token. */
                origins_of_a_token: number;
                /** @description Bytes of a fetched web page. */
                page_bytes: number;
                /** @description Items on a page of a list. */
                page_size: number;
                /** @description Pages or slides of a document. */
                pages: number;
                /** @description Bytes of a body with a passkey in it. */
                passkey_body_bytes: number;
                /** @description Passkeys of an account. */
                passkeys_of_an_account: number;
                /** @description Characters of a password. */
                password_characters: number;
                /** @description The fewest characters of a new password. */
                password_min_characters: number;
                /** @description Characters of a pinned answer. */
                pinned_answer_characters: number;
                /** @description Pinned answers of a knowledge base. */
                pinned_answers: number;
                /** @description Characters of a principal, a user or group. */
                principal_characters: number;
                /** @description Principals who may see a source. */
                principals_of_a_source: number;
                /** @description Principals in `as_user`. */
                principals_of_a_user: number;
                /** @description Characters of a query. */
                query_characters: number;
                /** @description Results of a search. */
                query_results: number;
                /** @description Question sets of a workspace. */
                question_sets: number;
                /** @description Redirects on the way to a web page. */
                redirects: number;
                /** @description Hours between two refreshes of a web page. */
                refresh_interval_hours: number;
                /** @description Sources that a question of an evaluation names as relevant. */
                relevant_of_a_question: number;
                /** @description Saved views of a person or API key. */
                saved_views_of_an_owner: number;
                /** @description Characters of a session id. */
                session_id_characters: number;
                /** @description Saved views that a workspace shares. */
                shared_views: number;
                /** @description Similar sources that one request returns. */
                similar_sources: number;
                /** @description Bytes of any other JSON body. */
                small_body_bytes: number;
                /** @description The same for bodies of at most `small_body_bytes`. */
                small_json_tokens: number;
                /** @description Folders of sources that are listed. */
                source_folders: number;
                /** @description Entries that are kept of the history of a source, beside its first. */
                source_history: number;
                /** @description Sources that a search may be limited to. */
                source_ids_of_a_query: number;
                /** @description Bytes of the metadata of a source, as JSON. */
                source_metadata_bytes: number;
                /** @description Characters of one of these keys. */
                source_metadata_key_characters: number;
                /** @description Keys of the metadata of a source. */
                source_metadata_keys: number;
                /** @description Strings in a list of the metadata of a source. */
                source_metadata_list_items: number;
                /** @description Sources that are added together. */
                sources_of_a_batch: number;
                /** @description Sources that are changed together. */
                sources_of_a_bulk_change: number;
                /** @description Sources of a pinned answer. */
                sources_of_an_answer: number;
                /** @description Characters of a starter question. */
                starter_question_characters: number;
                /** @description Starter questions of a chat widget, in each language. */
                starter_questions: number;
                /** @description Bytes of an unpacked part of a PDF. */
                stream_bytes: number;
                /** @description Characters of the system prompt of an agent. */
                system_prompt_characters: number;
                /** @description Characters of a tag. */
                tag_characters: number;
                /** @description Tags that are counted. */
                tag_counts: number;
                /** @description Tags of a source or conversation, and of a filter by tags. */
                tags: number;
                /** @description Tokens of a token budget. */
                token_budget: number;
                /** @description Sources that the overview names. */
                top_sources: number;
                /** @description Messages before that of a trial. */
                trial_history_messages: number;
                /** @description Uploaded archives of a workspace that are being unpacked. */
                unfinished_archives: number;
                /** @description Bytes that these announced together. */
                unfinished_upload_bytes: number;
                /** @description Resumable uploads of a workspace that are not finished. */
                unfinished_uploads: number;
                /** @description Bytes that an uploaded archive may unpack to. */
                unpacked_bytes: number;
                /** @description Characters of a URL. */
                url_characters: number;
                /** @description Days of a usage report. */
                usage_days: number;
                /** @description Values of such a filter. */
                values_of_a_view_filter: number;
                /** @description Other wordings of the question of a pinned answer. */
                variants_of_an_answer: number;
                /** @description Characters of the note of a version. */
                version_note_characters: number;
                /** @description Versions that are kept of an agent. */
                versions_of_an_agent: number;
                /** @description Seconds that `wait` may hold a request. */
                wait_seconds: number;
                /** @description Webhooks of a workspace. */
                webhooks: number;
                /** @description Bytes of the logo of a chat widget. */
                widget_logo_bytes: number;
                /** @description Characters of a message in a chat widget. */
                widget_message_characters: number;
                /** @description Messages per minute that a publishable token may allow. */
                widget_messages_per_minute: number;
                /** @description Chunks of a workspace. */
                workspace_chunks: number;
            };
        };
        LimitsResponse: {
            data: components["schemas"]["Limits"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A version of an agent, without its settings. */
        ListedAgentVersion: {
            /** @description Who did it. */
            author: {
                /** @description The account, API key or publishable token; null for the command line and the service. */
                id: string | null;
                /** @description The name that it had then. */
                name: string;
                /** @description What kind of author it is. `command_line` is an operator of the installation, `service` Footnote itself. */
                type: components["schemas"]["ActorType"] | (string & {});
            };
            /** @description The fields that differ from the version before. */
            changed: (components["schemas"]["ConfiguredField"] | (string & {}))[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description Why it was published; null if nobody said so. */
            note: string | null;
            /** @description Counts up from 1 with each version of the agent. */
            number: number;
            /** @description The version that it repeats, if it was rolled back to one. */
            restored_from: number | null;
        };
        ListedAgentVersionPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["ListedAgentVersion"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description Compares one key with a list of values. */
        ListFilter: {
            /** @description A key of the metadata. One that no source has is not an error. */
            key: string;
            /**
             * @description Equal to any of the values, or to none. `nin` is the opposite of `in`: it matches sources without the key too.
             * @enum {string}
             */
            type: "in" | "nin";
            /** @description The values to look for. */
            value: (string | number | boolean)[];
        };
        /** @description A person of the workspace. */
        Member: {
            /**
             * Format: date-time
             * @description When they joined.
             */
            created_at: string;
            /** @description The address that they sign in with. */
            email: string;
            /** @description Whether OpenID Connect, or an invitation of this workspace to the email address, has proved that it is theirs. If false, anyone could have entered it. */
            email_proved: boolean;
            /** @description False if a password is all it takes to sign in as them. True with two-step sign-in, and for people without a password. */
            has_second_factor: boolean;
            /** @description The account id, prefix `acc_`. */
            id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            last_sign_in_at?: string;
            /** @description What others call them. */
            name: string;
            /** @description `owner`: everything, including owners and workspaces. `admin`: everything else. `member`: everything except settings, keys and members. `viewer`: GET requests only. */
            role: components["schemas"]["Role"] | (string & {});
        };
        MemberPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["Member"][];
            meta: components["schemas"]["PageMeta"];
        };
        MemberResponse: {
            data: components["schemas"]["Member"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A message of a session. */
        Message: {
            /** @description Who wrote the message of a person, with the name that visitors see. */
            author?: {
                /** @description The account or API key. */
                id: string;
                /** @description Absent for an API key that gave none. */
                name?: string;
            };
            /** @description The places that the reply cites; only of replies. */
            citations?: components["schemas"]["Citation"][];
            /** @description 0 to 1; only of replies. */
            confidence?: number;
            /** @description A sentence in English that explains the confidence. */
            confidence_reason?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /**
             * @description The language model gave no whole reply: `confidence_reason` says why, and the reply has what it wrote or is made without it.
             * @constant
             */
            degraded?: true;
            /** @description The latest rating of the reply. */
            feedback?: components["schemas"]["FeedbackOnReply"];
            /** @description Prefix `msg_`. */
            id: string;
            /** @description `answer`: from the sources. `pinned`: a pinned answer, word for word. `fallback`: the message that there is no answer. `small_talk`: a reply to a greeting or thanks. `handover`: what is said about a hand-over to a person. Absent in older transcripts. */
            kind?: components["schemas"]["ReplyKind"] | (string & {});
            /** @description The pinned answer that the reply is. */
            pinned_answer_id?: string;
            /** @description `person` is someone who answers in place of the agent. */
            role: ("welcome" | "user" | "agent" | "person") | string;
            /** @description The sources that the reply rests on; only of replies. */
            sources?: components["schemas"]["SourceReference"][];
            /** @description In Markdown, without citation marks. */
            text: string;
            usage?: components["schemas"]["Usage"];
            /** @description What reviewers say of the reply, one verdict each, oldest first. Absent without any. */
            verdicts?: components["schemas"]["Verdict"][];
        };
        MessagePage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["Message"][];
            meta: components["schemas"]["PageMeta"];
        };
        MessageResponse: {
            data: components["schemas"]["Message"];
            meta: components["schemas"]["Meta"];
        };
        /** @description About the answer. */
        Meta: {
            /** @description Names this request in logs, prefix `req_`. */
            request_id: string;
            /**
             * Format: date-time
             * @description When it was answered, ISO 8601, UTC.
             */
            timestamp: string;
        };
        /** @description One condition on the metadata of sources, or several joined by `and` or `or`. */
        MetadataFilter: components["schemas"]["EqualityFilter"] | components["schemas"]["OrderFilter"] | components["schemas"]["ListFilter"] | components["schemas"]["ExistenceFilter"] | components["schemas"]["CompoundFilter"];
        /** @description Merged into the metadata: keys that are absent stay, and null removes a key. */
        MetadataPatch: {
            [key: string]: string | number | boolean | string[] | null;
        };
        /** @description As in OpenAI, with the name of each agent. */
        ModelList: {
            /** @description The active agents, newest first. */
            data: components["schemas"]["AgentModel"][];
            /**
             * @description Always `list`.
             * @constant
             */
            object: "list";
        };
        /**
         * @description `embedding`: finds passages by meaning, at once. `deep`: reads them again, whole. `reranker`: reads the best results again. `chat`: writes replies. `fallback`: writes them when that one fails. `ocr`: reads pictures of text.
         * @enum {string}
         */
        ModelRole: "embedding" | "deep" | "reranker" | "chat" | "fallback" | "ocr";
        /** @description A model of the installation, and how it does. */
        ModelState: {
            /** @description Whether `POST` to this path can test it. */
            can_test: boolean;
            /** @description The name of the model. */
            name?: string;
            /** @description Where it runs, as its setting names it. */
            provider?: string;
            /** @description Why it fails, if that is known. */
            reason?: string;
            /** @description `embedding`: finds passages by meaning, at once. `deep`: reads them again, whole. `reranker`: reads the best results again. `chat`: writes replies. `fallback`: writes them when that one fails. `ocr`: reads pictures of text. */
            role: components["schemas"]["ModelRole"] | (string & {});
            /** @description `ready`: set up, and its last request did not fail. `failing`: it cannot run, or its last request failed. `off`: not set up. */
            state: ("ready" | "failing" | "off") | string;
        };
        ModelStatePage: {
            /** @description One for each role. */
            data: components["schemas"]["ModelState"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description How a model answered one small request. */
        ModelTest: {
            /** @description Numbers in a vector of an embedding model. */
            dimensions?: number;
            /** @description How long it took, in milliseconds. */
            duration_ms: number;
            /** @description Why it did not answer, and the setting to check. */
            error?: string;
            /** @description Tokens of the prompt. */
            input_tokens?: number;
            /** @description Whether it answered. */
            ok: boolean;
            /** @description Tokens of the answer. */
            output_tokens?: number;
        };
        ModelTestResponse: {
            data: components["schemas"]["ModelTest"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A key that was just created, with its secret part. */
        NewApiKey: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description The account (`acc_`) or API key (`key_`) that made it or took it over, and whose removal ends it. Null if the service, the command line or an older version made it. */
            created_by: string | null;
            /** @description The environment that it belongs to. Nothing passes from one to the other. */
            environment: ("live" | "sandbox") | string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            expires_at?: string;
            /** @description Prefix `key_`. */
            id: string;
            /** @description The full key. Shown only once. */
            key: string;
            /** @description The knowledge bases that the key is restricted to, including deleted ones; absent if it is not restricted. */
            knowledge_base_ids?: string[];
            /** @description The last four characters of the key, to tell keys apart. */
            last_four: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            last_used_at?: string;
            /** @description To tell keys apart. */
            name: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            revoked_at?: string;
            /** @description `read_only`: GET requests only. `read_write`: all methods. `admin`: all methods, and workspace settings and keys. */
            scope: components["schemas"]["KeyScope"] | (string & {});
        };
        NewApiKeyResponse: {
            data: components["schemas"]["NewApiKey"];
            meta: components["schemas"]["Meta"];
        };
        /** @description An invitation that was just created, with its link. */
        NewInvitation: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description The account (`acc_`) or API key (`key_`) that made it or took it over, and whose removal ends it. Null if the service, the command line or an older version made it. */
            created_by: string | null;
            /** @description The email address that the invitation is for, if any. */
            email?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            expires_at: string;
            /** @description Prefix `inv_`. */
            id: string;
            /** @description Opens the page to join. Works once, and is shown only once. */
            link: string;
            /** @description `owner`: everything, including owners and workspaces. `admin`: everything else. `member`: everything except settings, keys and members. `viewer`: GET requests only. */
            role: components["schemas"]["Role"] | (string & {});
        };
        NewInvitationResponse: {
            data: components["schemas"]["NewInvitation"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A question, and what answers it as far as that is known. */
        NewSetQuestion: {
            /** @description Phrases; a right reply contains at least one. Case, line breaks and Markdown emphasis do not count. */
            must?: string[];
            /** @description What a person would ask. */
            query: string;
            /** @description All sources that answer the question. Defaults to an empty list. */
            relevant?: {
                /** @description A source that answers the question. */
                source_id: string;
                /** @description Words that the relevant passages of the source contain; all passages are relevant when absent. */
                text?: string;
            }[];
            /** @description The right reply is that there is no answer: an agent must refuse. Defaults to `false`. */
            unanswerable?: boolean;
        };
        /** @description What an authenticator app needs to know. */
        NewTotp: {
            /** @description The secret in base 32, for typing into an authenticator app. */
            secret: string;
            /** @description An `otpauth://…` URL, to show as a QR code. */
            url: string;
        };
        NewTotpResponse: {
            data: components["schemas"]["NewTotp"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A logo for the chat widgets of an agent. */
        NewWidgetLogo: {
            /**
             * Format: base64
             * @description A PNG, JPEG or WebP image, in base64.
             */
            content: string;
        };
        /** @description Compares one key with a value by size. */
        OrderFilter: {
            /** @description A key of the metadata. One that no source has is not an error. */
            key: string;
            /**
             * @description Greater, greater or equal, less, less or equal. Sources without the key do not match.
             * @enum {string}
             */
            type: "gt" | "gte" | "lt" | "lte";
            /** @description Numbers are compared with numbers only, and strings with strings, in the order of their characters. */
            value: string | number;
        };
        /** @description The questions of an evaluation, with what one search type found. */
        OutcomesOfSearch: {
            /** @description Worst first. */
            questions: components["schemas"]["QuestionOutcome"][];
            /** @description How the passages were found: by meaning, by words, or by both. */
            search_type: ("hybrid" | "semantic" | "keyword") | string;
        };
        /** @description The message that the agent replies with. */
        OutputMessage: {
            /** @description One part: the reply, or why there is none. */
            content: (components["schemas"]["OutputText"] | components["schemas"]["OutputRefusal"])[];
            /** @description An `item_reference` may name it. */
            id: string;
            /**
             * @description Always `assistant`.
             * @constant
             */
            role: "assistant";
            /**
             * @description Always `completed`.
             * @constant
             */
            status: "completed";
            /**
             * @description Always `message`.
             * @constant
             */
            type: "message";
        };
        /** @description Why there is no JSON. */
        OutputRefusal: {
            /** @description Why there is no JSON, in words. */
            refusal: string;
            /**
             * @description Always `refusal`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "refusal";
        };
        /** @description A reply in words, or the JSON that was asked for. */
        OutputText: {
            /** @description The sources, with links. */
            annotations: components["schemas"]["ResponseAnnotation"][];
            /** @description Always empty: agents have none. */
            logprobs: unknown[];
            /** @description In Markdown, or as JSON if it was asked for. */
            text: string;
            /**
             * @description Always `output_text`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "output_text";
        };
        /** @description How the agents of a workspace are doing. */
        Overview: {
            /** @description Replies with a confidence of 0 to 0.1, 0.1 to 0.2 and so on, to 1. */
            confidence_histogram: number[];
            /** @description Conversations that began. */
            conversations: number;
            /** @description One entry per day, oldest first. */
            days: {
                /** @description Conversations that began. */
                conversations: number;
                /** @description In UTC, such as 2026-11-22. */
                day: string;
                /** @description Replies that say there is no answer. */
                fallbacks: number;
                /** @description Half of the replies took no longer; absent without replies. */
                latency_p50_ms?: number;
                /** @description 95% of the replies took no longer; absent without replies. */
                latency_p95_ms?: number;
                /** @description 0 to 1; absent on a day without replies. */
                mean_confidence?: number;
                /** @description Messages that agents replied to, small talk aside. */
                messages: number;
                /** @description How people rated the replies of the day. */
                ratings: {
                    /** @description Replies rated down. */
                    down: number;
                    /** @description Replies rated up. */
                    up: number;
                };
            }[];
            /** @description The share of replies that say there is no answer. */
            fallback_share?: number;
            /** @description Questions without a good answer, as `GET /v1/gaps` counts them. */
            gaps: number;
            /** @description Work in the background, of the whole installation. */
            jobs: {
                /** @description How long the oldest has waited. */
                oldest_seconds?: number;
                /** @description Jobs that are due and waiting. */
                waiting: number;
            };
            /** @description Half of the replies took no longer; absent without replies. */
            latency_p50_ms?: number;
            /** @description 95% of the replies took no longer; absent without replies. */
            latency_p95_ms?: number;
            /** @description Absent if there are no replies. */
            mean_confidence?: number;
            /** @description Messages that agents replied to, small talk aside. */
            messages: number;
            /** @description As many days before, for comparison. */
            previous: {
                /** @description Conversations that began. */
                conversations: number;
                /** @description The share of replies that say there is no answer. */
                fallback_share?: number;
                /** @description Half of the replies took no longer; absent without replies. */
                latency_p50_ms?: number;
                /** @description 95% of the replies took no longer; absent without replies. */
                latency_p95_ms?: number;
                /** @description Absent if there are no replies. */
                mean_confidence?: number;
                /** @description Messages that agents replied to, small talk aside. */
                messages: number;
                /** @description How people rated the replies. */
                ratings: {
                    /** @description Replies rated down. */
                    down: number;
                    /** @description Replies rated up. */
                    up: number;
                };
            };
            /** @description How people rated the replies. */
            ratings: {
                /** @description Replies rated down. */
                down: number;
                /** @description Replies rated up. */
                up: number;
            };
            /** @description Sources of all knowledge bases, now. */
            sources_by_status: {
                /** @description Could not be indexed. */
                failed: number;
                /** @description Found by searches. */
                indexed: number;
                /** @description Being indexed. */
                processing: number;
            };
            /** @description The sources that most replies rest on. */
            top_sources: {
                /** @description Prefix `src_`. */
                id: string;
                /** @description The name of the source. */
                name: string;
                /** @description Replies that rest on it. */
                replies: number;
            }[];
        };
        OverviewResponse: {
            data: components["schemas"]["Overview"];
            meta: components["schemas"]["Meta"];
        };
        /** @description About the page. */
        PageMeta: {
            /** @description Pass it as `cursor` to get the next page; absent on the last page. */
            next_cursor?: string;
            /** @description Names this request in logs, prefix `req_`. */
            request_id: string;
            /**
             * Format: date-time
             * @description When it was answered, ISO 8601, UTC.
             */
            timestamp: string;
        };
        /** @description A passkey of an account. */
        Passkey: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description Prefix `pky_`. */
            id: string;
            /** @description ISO 8601, UTC; null if it was never used. */
            last_used_at: string | null;
            /** @description To tell your passkeys apart. */
            name: string;
        };
        /** @description `AuthenticationResponseJSON` of WebAuthn. */
        PasskeyAssertion: {
            /** @description Ignored. */
            clientExtensionResults: Record<string, unknown>;
            /** @description The id of the credential, base64url. */
            id: string;
            /** @description The same as `id`. */
            rawId: string;
            /** @description What the authenticator returned. */
            response: {
                /** @description The state of the authenticator, base64url. */
                authenticatorData: string;
                /** @description What the browser signed, base64url. */
                clientDataJSON: string;
                /** @description The signature over both, base64url. */
                signature: string;
                /** @description The account that the passkey belongs to, base64url. */
                userHandle?: string;
            };
            /**
             * @description Always `public-key`.
             * @constant
             */
            type: "public-key";
        };
        /** @description `RegistrationResponseJSON` of WebAuthn. */
        PasskeyAttestation: {
            /** @description Ignored. */
            clientExtensionResults: Record<string, unknown>;
            /** @description The id of the credential, base64url. */
            id: string;
            /** @description The same as `id`. */
            rawId: string;
            /** @description What the authenticator returned. */
            response: {
                /** @description The new public key, base64url. */
                attestationObject: string;
                /** @description What the browser signed, base64url. */
                clientDataJSON: string;
                /** @description How the authenticator can be reached, such as `internal` or `usb`. */
                transports?: string[];
            };
            /**
             * @description Always `public-key`.
             * @constant
             */
            type: "public-key";
        };
        /** @description `PublicKeyCredentialCreationOptionsJSON` of WebAuthn, for `navigator.credentials.create`. */
        PasskeyCreationOptions: {
            /** @description Random bytes that the passkey signs, base64url. Valid once, for a few minutes. */
            challenge: string;
        } & {
            [key: string]: unknown;
        };
        PasskeyCreationOptionsResponse: {
            data: components["schemas"]["PasskeyCreationOptions"];
            meta: components["schemas"]["Meta"];
        };
        PasskeyPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["Passkey"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description `PublicKeyCredentialRequestOptionsJSON` of WebAuthn, for `navigator.credentials.get`. */
        PasskeyRequestOptions: {
            /** @description Random bytes that the passkey signs, base64url. Valid once, for a few minutes. */
            challenge: string;
            /** @description The host name that the passkeys belong to. */
            rpId: string;
            /** @description Milliseconds that the browser waits for the person. */
            timeout: number;
            /**
             * @description Always `required`.
             * @constant
             */
            userVerification: "required";
        };
        PasskeyRequestOptionsResponse: {
            data: components["schemas"]["PasskeyRequestOptions"];
            meta: components["schemas"]["Meta"];
        };
        PasskeyResponse: {
            data: components["schemas"]["Passkey"];
            meta: components["schemas"]["Meta"];
        };
        /** @description The answer of a passkey. */
        PasskeySignIn: {
            credential: components["schemas"]["PasskeyAssertion"];
        };
        /** @description A message of a person to the visitor. */
        PersonMessage: {
            /** @description The name that visitors see. Without it they see the name of the signed-in person, and none of an API key. */
            author_name?: string;
            /** @description What the visitor reads, in Markdown. */
            text: string;
        };
        /** @description A reply that a person wrote, which agents give word for word. */
        PinnedAnswer: {
            /** @description What the agent says, in Markdown. */
            answer: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description Agents say only enabled answers. */
            enabled: boolean;
            /** @description How many replies were this answer. */
            hits: number;
            /** @description Prefix `ans_`. */
            id: string;
            /** @description Agents that use this knowledge base give the answer. */
            knowledge_base_id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            last_hit_at?: string;
            /** @description A source of the answer was deleted or replaced since the answer was last updated. Updating it clears this. */
            needs_review: boolean;
            /** @description The question that the answer is for. */
            question: string;
            /** @description The sources that the answer rests on. */
            source_ids: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updated_at: string;
            /** @description The author of this version. */
            updated_by: {
                /** @description The account, API key or publishable token; null for the command line and the service. */
                id: string | null;
                /** @description The name that it had then. */
                name: string;
                /** @description What kind of author it is. `command_line` is an operator of the installation, `service` Footnote itself. */
                type: components["schemas"]["ActorType"] | (string & {});
            };
            /** @description Other wordings of the question. */
            variants: string[];
            /** @description Starts at 1; each update adds one. */
            version: number;
        };
        PinnedAnswerPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["PinnedAnswer"][];
            meta: components["schemas"]["PageMeta"];
        };
        PinnedAnswerResponse: {
            data: components["schemas"]["PinnedAnswer"];
            meta: components["schemas"]["Meta"];
        };
        /** @description An earlier version of a pinned answer. */
        PinnedAnswerVersion: {
            /** @description What the agent says, in Markdown. */
            answer: string;
            /**
             * Format: date-time
             * @description When this version was written.
             */
            created_at: string;
            /** @description Agents say only enabled answers. */
            enabled: boolean;
            /** @description The question that the answer is for. */
            question: string;
            /** @description The sources that the answer rests on. */
            source_ids: string[];
            /** @description The author of this version. */
            updated_by: {
                /** @description The account, API key or publishable token; null for the command line and the service. */
                id: string | null;
                /** @description The name that it had then. */
                name: string;
                /** @description What kind of author it is. `command_line` is an operator of the installation, `service` Footnote itself. */
                type: components["schemas"]["ActorType"] | (string & {});
            };
            /** @description Other wordings of the question. */
            variants: string[];
            /** @description Starts at 1; each update adds one. */
            version: number;
        };
        PinnedAnswerVersionPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["PinnedAnswerVersion"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description A member who may look after conversations. */
        PossibleAssignee: {
            /** @description The account, prefix `acc_`. */
            id: string;
            /** @description The name of the person. */
            name: string;
        };
        PossibleAssigneePage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["PossibleAssignee"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description Lets web pages chat with one agent. */
        PublishableToken: {
            /** @description Origins of the pages that may use it. */
            allowed_origins: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description The account (`acc_`) or API key (`key_`) that made it or took it over, and whose removal ends it. Null if the service, the command line or an older version made it. */
            created_by: string | null;
            /** @description If false, chats with it are refused. */
            enabled: boolean;
            /** @description Prefix `tok_`. */
            id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            last_used_at?: string;
            /** @description The limit for all visitors together. */
            messages_per_minute: number;
            /** @description To tell tokens apart. */
            name: string;
            /** @description `pub_live_…` or `pub_test_…`. Not a secret: it is part of web pages. */
            token: string;
            token_budget: components["schemas"]["TokenBudget"];
        };
        PublishableTokenPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["PublishableToken"][];
            meta: components["schemas"]["PageMeta"];
        };
        PublishableTokenResponse: {
            data: components["schemas"]["PublishableToken"];
            meta: components["schemas"]["Meta"];
        };
        /** @description How to publish. */
        PublishAgent: {
            /** @description Published in place of the saved draft. */
            changes?: components["schemas"]["SaveAgentDraft"];
            /** @description Why, for the list of versions. */
            note?: string | null;
        };
        /** @description What the search found for one question. */
        QuestionOutcome: {
            /** @description The highest score; 0 if nothing was found. */
            best_score: number;
            /** @description The id that the question had in an older evaluation; absent otherwise. */
            id?: string;
            /** @description Null for a question without an answer. */
            ndcg_at_10: number | null;
            /** @description The question. */
            query: string;
            /** @description Rank of the first relevant source, from 1; null if it is not among the first 20. */
            rank: number | null;
            /** @description The sources that were found, best first, at most ten. */
            source_ids: string[];
        };
        /** @description Questions that are kept to be asked again and again. */
        QuestionSet: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description Prefix `qset_`. */
            id: string;
            /** @description What people call it. */
            name: string;
            /** @description How many questions it has. */
            question_count: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updated_at: string;
        };
        QuestionSetPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["QuestionSet"][];
            meta: components["schemas"]["PageMeta"];
        };
        QuestionSetResponse: {
            data: components["schemas"]["QuestionSet"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A question set with its questions. */
        QuestionSetWithQuestions: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description Prefix `qset_`. */
            id: string;
            /** @description What people call it. */
            name: string;
            /** @description How many questions it has. */
            question_count: number;
            /** @description Oldest first. */
            questions: components["schemas"]["SetQuestion"][];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updated_at: string;
        };
        QuestionSetWithQuestionsResponse: {
            data: components["schemas"]["QuestionSetWithQuestions"];
            meta: components["schemas"]["Meta"];
        };
        /** @description Codes for the day you lose your authenticator app. */
        RecoveryCodes: {
            /** @description Each code signs you in once, without the app. */
            recovery_codes: string[];
        };
        RecoveryCodesResponse: {
            data: components["schemas"]["RecoveryCodes"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A sentence that was left out of the reply. */
        RemovedSentence: {
            /** @description `unsupported`: no source says it. `repeated`: it was said before. */
            reason: ("unsupported" | "repeated") | string;
            /** @description What the language model wrote. */
            text: string;
        };
        /**
         * @description How the reply came about.
         * @enum {string}
         */
        ReplyKind: "answer" | "pinned" | "fallback" | "small_talk" | "handover";
        /** @description What the agent replied to one question, and whether that was right. */
        ReplyOutcome: {
            /** @description Null for a question without relevant sources. */
            cites_relevant: boolean | null;
            /** @description 0 to 1. */
            confidence: number;
            /** @description Null for a question without `must`. */
            holds_must: boolean | null;
            /** @description How the reply came about, as in `POST /v1/agents/{id}/chat`. */
            kind: ("answer" | "pinned" | "fallback" | "small_talk" | "handover") | string;
            /** @description The question. */
            query: string;
            /** @description Absent once a source of the reply was deleted. */
            reply?: string;
            /** @description The reply holds an entry of `must`; without `must`, it cites a relevant source; for a question without an answer, it is a fallback. */
            right: boolean;
            /** @description The sources of the reply, best first. */
            source_ids: string[];
        };
        /** @description Shares and means over the questions, 0 to 1. */
        ReplyResults: {
            /** @description Questions that have an answer and got none. */
            answerable_fallbacks: number | null;
            /** @description How far the confidence is from the share of replies that answer rightly. No reply answers an unanswerable question. */
            calibration_error: number | null;
            /** @description Of the questions with relevant sources. */
            cites_relevant: number | null;
            /** @description The first source of the reply is a relevant one. */
            cites_relevant_first: number | null;
            /** @description Of the questions with `must`. */
            holds_must: number | null;
            /** @description The time of a reply. */
            latency_ms: {
                /** @description Half took no longer. */
                p50: number | null;
                /** @description 95% took no longer. */
                p95: number | null;
            };
            /** @description Of all replies. */
            mean_confidence: number | null;
            /** @description Questions that the agent was asked. */
            questions: number;
            /** @description Replies that hold an entry of `must`; without `must`, replies that cite a relevant source; for a question without an answer, fallbacks. */
            right: number | null;
            /** @description Questions that have no answer and got none. */
            unanswerable_fallbacks: number | null;
        };
        /** @description A request for a person. */
        RequestHandover: {
            /** @description How to reach the visitor. */
            contact?: {
                /**
                 * Format: email
                 * @description Where to reach the visitor.
                 */
                email?: string;
                /** @description How to address the visitor. */
                name?: string;
            };
            /** @description What the person should know. */
            message?: string;
        };
        /** @description As in OpenAI, with the other fields of a chat answer. */
        Response: {
            /**
             * @description Always `false`.
             * @constant
             */
            background: false;
            /** @description The places that the reply cites, with offsets into the content. */
            citations: components["schemas"]["Citation"][];
            /** @description Seconds since 1970. */
            completed_at: number;
            /** @description 0 to 1. Below 0.5 the knowledge base may lack the information. */
            confidence: number;
            /** @description A sentence in English that explains the confidence. */
            confidence_reason: string;
            /** @description Seconds since 1970. */
            created_at: number;
            /**
             * @description The language model gave no whole reply: `confidence_reason` says why, and the reply has what it wrote or is made without it.
             * @constant
             */
            degraded?: true;
            /** @description Always null: a failed request has an error answer instead. */
            error: null;
            /** @description Offers a person, or says how far the hand-over to one is. Absent otherwise. */
            handover?: {
                /** @description A person is offered: the visitor asked for one, or the reply has a low confidence. */
                reason?: ("requested" | "low_confidence") | string;
                /** @description A hand-over is open, or a person has it. */
                status?: ("open" | "assigned") | string;
            };
            /** @description A later request may send it as `previous_response_id`. */
            id: string;
            /** @description Always null: agents do not have it. */
            incomplete_details: null;
            /** @description Always null: agents do not have it. */
            instructions: null;
            /** @description `answer`: from the sources. `pinned`: a pinned answer, word for word. `fallback`: the message that there is no answer. `small_talk`: a reply to a greeting or thanks. `handover`: what is said about a hand-over to a person. Absent in older transcripts. */
            kind?: components["schemas"]["ReplyKind"] | (string & {});
            /** @description Always null: agents do not have it. */
            max_output_tokens: null;
            /** @description The id of the message in the transcript, prefix `msg_`. */
            message_id: string;
            /** @description As in the request. */
            metadata: {
                [key: string]: string;
            };
            /** @description The id of the agent. */
            model: string;
            /**
             * @description Always `response`.
             * @constant
             */
            object: "response";
            /** @description One message. */
            output: components["schemas"]["OutputMessage"][];
            /**
             * @description Always `false`.
             * @constant
             */
            parallel_tool_calls: false;
            /** @description The pinned answer that the reply is. */
            pinned_answer_id?: string;
            /** @description The response that this one follows; null if it is the first. */
            previous_response_id: string | null;
            /** @description Always null: agents do not have it. */
            reasoning: null;
            /** @description The session that the reply belongs to. */
            session_id: string;
            /** @description The sources that the reply rests on, best first, one entry per source. */
            sources: components["schemas"]["SourceReference"][];
            /**
             * @description Always `completed`.
             * @constant
             */
            status: "completed";
            /** @description Whether the conversation is kept. */
            store: boolean;
            /** @description Always null: agents do not have it. */
            temperature: null;
            /** @description How the reply is written. */
            text: {
                /** @description The form of the reply. */
                format: {
                    /** @description Words, or JSON. */
                    type: ("text" | "json_object" | "json_schema") | string;
                };
            };
            /**
             * @description Always `auto`.
             * @constant
             */
            tool_choice: "auto";
            /** @description Always empty: an agent calls no tools of the client. */
            tools: unknown[];
            /** @description Always null: agents do not have it. */
            top_p: null;
            /**
             * @description Always `disabled`.
             * @constant
             */
            truncation: "disabled";
            usage: components["schemas"]["ResponseUsage"];
            /** @description As in the request. */
            user: string | null;
        };
        /** @description A source that the reply cites, as in OpenAI. */
        ResponseAnnotation: {
            /** @description Where it ends, exclusive. */
            end_index: number;
            /** @description Where the cited part of the content begins, in UTF-16 code units. */
            start_index: number;
            /** @description The name of the source. */
            title: string;
            /**
             * @description Always `url_citation`.
             * @constant
             */
            type: "url_citation";
            /** @description The web page at the cited words; for files and texts, the source in the dashboard. */
            url: string;
        };
        /** @description A message, as clients of OpenAI responses send it. */
        ResponseBody: {
            /** @description The principals for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source. */
            as_user?: string[];
            /** @description Only `false`. */
            background?: false | null;
            /** @description Not supported: must be absent: send `previous_response_id` or `session_id` instead. */
            conversation?: null;
            /** @description A message, or a list whose last message of the user is answered. Earlier messages are the context. */
            input: string | ({
                /** @description What the message says, as one text or in parts. */
                content?: (string | ({
                    /** @description The text of a part that is text. */
                    text?: string;
                    /** @description What the part is; only text is read. */
                    type: string;
                } & {
                    [key: string]: unknown;
                })[]) | null;
                /** @description The message that an `item_reference` names. */
                id?: string | null;
                /**
                 * @description Who wrote the message.
                 * @enum {string}
                 */
                role?: "system" | "developer" | "user" | "assistant";
                /** @description `message`, which is also what an item without a type is, or `item_reference`. */
                type?: string;
            } & {
                [key: string]: unknown;
            })[];
            /** @description Ignored: the agent has its own instructions. */
            instructions?: string | null;
            /** @description Stored with the session. `session_id` or `chat_id` in it names the session. */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description The id or the name of an agent. */
            model: string;
            /** @description The response that the message follows. Its session goes on from there. */
            previous_response_id?: string | null;
            /** @description Not supported: must be absent: an agent has its own instructions. */
            prompt?: null;
            /** @description As in `POST /v1/agents/:id/chat`. The header `X-Session-Id` does the same. */
            session_id?: string;
            /** @description `false`: the conversation is not kept, and no later response can follow. */
            store?: boolean | null;
            /** @description Sends the reply in pieces, as server-sent events. */
            stream?: boolean | null;
            /** @description As `response_format` in `POST /v1/chat/completions`. */
            text?: ({
                /** @description The form of the reply. */
                format?: ({
                    /** @description What the JSON is for. */
                    description?: string | null;
                    /** @description What the schema is called. */
                    name?: string;
                    /** @description The JSON Schema, which the language model is given. */
                    schema?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description Words, any JSON object, or JSON of a schema.
                     * @enum {string}
                     */
                    type: "text" | "json_object" | "json_schema";
                } & {
                    [key: string]: unknown;
                }) | null;
            } & {
                [key: string]: unknown;
            }) | null;
            /** @description `auto` or `none`: an agent calls no tools, so those of the request are ignored. */
            tool_choice?: unknown;
            /** @description As in `POST /v1/chat/completions`. */
            user?: unknown;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description How long replies are.
         * @enum {string}
         */
        ResponseLength: "short" | "medium" | "detailed";
        /** @description The data of one server-sent event, as in OpenAI. */
        ResponseStreamEvent: {
            /** @description The next piece of the reply, or of its refusal. */
            delta?: string;
            /** @description With `response.created`, `response.in_progress` and `response.completed`. */
            response?: {
                /**
                 * @description Always `false`.
                 * @constant
                 */
                background?: false;
                /** @description The places that the reply cites, with offsets into the content. */
                citations?: components["schemas"]["Citation"][];
                /** @description Seconds since 1970. */
                completed_at?: number;
                /** @description 0 to 1. Below 0.5 the knowledge base may lack the information. */
                confidence?: number;
                /** @description A sentence in English that explains the confidence. */
                confidence_reason?: string;
                /** @description Seconds since 1970. */
                created_at?: number;
                /**
                 * @description The language model gave no whole reply: `confidence_reason` says why, and the reply has what it wrote or is made without it.
                 * @constant
                 */
                degraded?: true;
                /** @description Always null: a failed request has an error answer instead. */
                error?: null;
                /** @description Offers a person, or says how far the hand-over to one is. Absent otherwise. */
                handover?: {
                    /** @description A person is offered: the visitor asked for one, or the reply has a low confidence. */
                    reason?: ("requested" | "low_confidence") | string;
                    /** @description A hand-over is open, or a person has it. */
                    status?: ("open" | "assigned") | string;
                };
                /** @description A later request may send it as `previous_response_id`. */
                id?: string;
                /** @description Always null: agents do not have it. */
                incomplete_details?: null;
                /** @description Always null: agents do not have it. */
                instructions?: null;
                /** @description `answer`: from the sources. `pinned`: a pinned answer, word for word. `fallback`: the message that there is no answer. `small_talk`: a reply to a greeting or thanks. `handover`: what is said about a hand-over to a person. Absent in older transcripts. */
                kind?: components["schemas"]["ReplyKind"] | (string & {});
                /** @description Always null: agents do not have it. */
                max_output_tokens?: null;
                /** @description The id of the message in the transcript, prefix `msg_`. */
                message_id?: string;
                /** @description As in the request. */
                metadata?: {
                    [key: string]: string;
                };
                /** @description The id of the agent. */
                model?: string;
                /**
                 * @description Always `response`.
                 * @constant
                 */
                object?: "response";
                /** @description One message. */
                output?: components["schemas"]["OutputMessage"][];
                /**
                 * @description Always `false`.
                 * @constant
                 */
                parallel_tool_calls?: false;
                /** @description The pinned answer that the reply is. */
                pinned_answer_id?: string;
                /** @description The response that this one follows; null if it is the first. */
                previous_response_id?: string | null;
                /** @description Always null: agents do not have it. */
                reasoning?: null;
                /** @description The session that the reply belongs to. */
                session_id?: string;
                /** @description The sources that the reply rests on, best first, one entry per source. */
                sources?: components["schemas"]["SourceReference"][];
                /**
                 * @description Always `completed`.
                 * @constant
                 */
                status?: "completed";
                /** @description Whether the conversation is kept. */
                store?: boolean;
                /** @description Always null: agents do not have it. */
                temperature?: null;
                /** @description How the reply is written. */
                text?: {
                    /** @description The form of the reply. */
                    format: {
                        /** @description Words, or JSON. */
                        type: ("text" | "json_object" | "json_schema") | string;
                    };
                };
                /**
                 * @description Always `auto`.
                 * @constant
                 */
                tool_choice?: "auto";
                /** @description Always empty: an agent calls no tools of the client. */
                tools?: unknown[];
                /** @description Always null: agents do not have it. */
                top_p?: null;
                /**
                 * @description Always `disabled`.
                 * @constant
                 */
                truncation?: "disabled";
                usage?: components["schemas"]["ResponseUsage"];
                /** @description As in the request. */
                user?: string | null;
            };
            /** @description Counts the events of the answer, from 0. */
            sequence_number?: number;
            /** @description With `response.output_text.done`: the whole reply. */
            text?: string;
            /** @description What the event says; it decides the other fields. */
            type: ("response.created" | "response.in_progress" | "response.output_item.added" | "response.content_part.added" | "response.output_text.delta" | "response.output_text.annotation.added" | "response.output_text.done" | "response.refusal.delta" | "response.refusal.done" | "response.content_part.done" | "response.output_item.done" | "response.completed" | "error") | string;
        } & {
            [key: string]: unknown;
        };
        /** @description Zero without a language model. */
        ResponseUsage: {
            /** @description Tokens of the prompts. */
            input_tokens: number;
            /** @description Details of the input. */
            input_tokens_details: {
                /** @description Always 0: not measured. */
                cached_tokens: number;
            };
            /** @description Tokens of what the language model wrote. */
            output_tokens: number;
            /** @description Details of the output. */
            output_tokens_details: {
                /** @description Always 0: not measured. */
                reasoning_tokens: number;
            };
            /** @description Both together. */
            total_tokens: number;
        };
        /** @description How to roll back. */
        RestoreAgentVersion: {
            /** @description Why, for the list of versions. */
            note?: string | null;
        };
        /**
         * @description `owner`: everything, including owners and workspaces. `admin`: everything else. `member`: everything except settings, keys and members. `viewer`: GET requests only.
         * @enum {string}
         */
        Role: "viewer" | "member" | "admin" | "owner";
        /** @description A key that may list and read the bucket. */
        S3ConnectorCredentials: {
            /** @description The id of the access key. */
            access_key_id: string;
            /** @description Its secret. */
            secret_access_key: string;
            /** @description For temporary credentials. */
            session_token?: string;
        };
        /** @description A bucket of Amazon S3, or of a service that speaks its protocol. */
        S3ConnectorSettings: {
            /** @description The name of the bucket. */
            bucket: string;
            /** @description The address of the service. Amazon S3 in the region, if it is left out. */
            endpoint?: string;
            /** @description No files that match one of these. Defaults to an empty list. */
            exclude?: string[];
            /** @description Only files whose path matches one of these patterns, such as `docs/**\/*.md`. Empty: all. Defaults to an empty list. */
            include?: string[];
            /** @description Whether the bucket is named in the path of addresses. By default true with an `endpoint`, and false on Amazon S3. */
            path_style?: boolean;
            /** @description Only keys that begin with it, such as `handbook/`. Defaults to ``. */
            prefix?: string;
            /** @description The region of the bucket. Servers other than Amazon often take any. Defaults to `us-east-1`. */
            region?: string;
        };
        /** @description The settings that differ from what is live. The others stay as they are live. */
        SaveAgentDraft: {
            /** @description Sent when no source answers. Blank or null: a general sentence. */
            fallback_message?: string | null;
            handover?: components["schemas"]["HandoverMode"];
            /** @description The knowledge bases that it answers from. */
            knowledge_base_ids?: string[];
            /** @description Replies below this confidence are replaced by the fallback message. Null: the default of the service. */
            min_confidence?: number | null;
            /** @description What people call it, on one line. Names need not be unique. */
            name?: string;
            response_length?: components["schemas"]["ResponseLength"];
            /** @description Persona and behaviour, for the language model. Blank or null: none. */
            system_prompt?: string | null;
            /** @description Temperature of the language model. Null: the default of the provider. */
            temperature?: number | null;
            /** @description Sent when a new session starts. Blank or null: none. */
            welcome_message?: string | null;
        };
        /**
         * @description A list that can have saved views.
         * @enum {string}
         */
        SavedList: "conversations" | "sources";
        /** @description Filters of a list under a name, of one person or of all. */
        SavedView: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description Parameters of the list. */
            filters: {
                [key: string]: string | string[];
            };
            /** @description Prefix `view_`. */
            id: string;
            /** @description Whether everyone in the workspace sees it, or only its owner. */
            is_shared: boolean;
            /** @description What people call it. */
            name: string;
            /** @description Who made it. */
            owner: {
                /** @description The account, API key or publishable token; null for the command line and the service. */
                id: string | null;
                /** @description The name that it had then. */
                name: string;
                /** @description What kind of author it is. `command_line` is an operator of the installation, `service` Footnote itself. */
                type: components["schemas"]["ActorType"] | (string & {});
            };
            /** @description A list that can have saved views. */
            resource: components["schemas"]["SavedList"] | (string & {});
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updated_at: string;
        };
        SavedViewPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["SavedView"][];
            meta: components["schemas"]["PageMeta"];
        };
        SavedViewResponse: {
            data: components["schemas"]["SavedView"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A search. */
        SearchBody: {
            /** @description The principals for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source. */
            as_user?: string[];
            /** @description Only sources whose metadata matches. */
            filter?: components["schemas"]["MetadataFilter"];
            /** @description What to add to each result. */
            include?: ("score_details" | "matches")[];
            /** @description Only these knowledge bases. Defaults to all that you can see. */
            knowledge_base_ids?: string[];
            /** @description The most results. Defaults to `5`. */
            limit?: number;
            /** @description The most results from one source, so that other sources are shown too. */
            max_per_source?: number;
            /** @description Leaves out results with a lower score. */
            min_score?: number;
            /** @description Natural language; for `keyword`, keywords and phrases. Text in quotation marks must match exactly. */
            query: string;
            /**
             * @description `semantic`: by meaning. `keyword`: by exact terms. `hybrid`: both, ranked by a combined score. Defaults to `hybrid`.
             * @enum {string}
             */
            search_type?: "semantic" | "keyword" | "hybrid";
            /** @description Only these sources. */
            source_ids?: string[];
            /** @description Only sources with any of these tags. */
            tags?: string[];
        };
        /** @description The passages that a search found. */
        SearchResult: {
            /**
             * @description A model could not be reached, or had no time for the query: the results were found and ranked without it.
             * @constant
             */
            degraded?: true;
            /** @description Best first. */
            results: components["schemas"]["ContentChunk"][];
            /** @description The number of results in this answer. */
            total: number;
        };
        SearchResultResponse: {
            data: components["schemas"]["SearchResult"];
            meta: components["schemas"]["Meta"];
        };
        /** @description The second factors of an account. */
        SecondFactor: {
            /** @description Passkeys of the account. */
            passkey_count: number;
            /** @description Recovery codes that were not used yet. */
            recovery_codes_left: number;
            /** @description When two-step sign-in was turned on; null if it is off. */
            totp_enabled_at: string | null;
        };
        SecondFactorResponse: {
            data: components["schemas"]["SecondFactor"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A conversation by its agent and session. */
        SessionOfAgent: {
            /** @description The agent of the session, prefix `agt_`. */
            agent_id: string;
            /** @description The session. */
            session_id: string;
        };
        /** @description A question of a set. */
        SetQuestion: {
            /** @description The conversation in which it was asked; it may be deleted since. */
            from?: {
                /** @description Prefix `agt_`. */
                agent_id: string;
                /** @description The reply to it. Prefix `msg_`. */
                message_id: string;
                /** @description The session of the conversation. */
                session_id: string;
            };
            /** @description Prefix `qst_`. */
            id: string;
            /** @description Phrases; a right reply contains at least one. */
            must: string[];
            /** @description What is asked. */
            query: string;
            /** @description The sources that answer it; they may be deleted since. */
            relevant: {
                /** @description Prefix `src_`. */
                source_id: string;
                /** @description Words of the relevant passages; all passages are relevant when absent. */
                text?: string;
            }[];
            /** @description The right reply is that there is no answer. */
            unanswerable: boolean;
        };
        /** @description How the chat widgets of an agent look and begin. Fields that are left out are as by default. */
        SetWidgetAppearance: {
            /** @description Of buttons and links, as `#rrggbb`; null takes the blue of Footnote. */
            color?: string | null;
            /** @description Said in an empty chat; null takes the welcome message of the agent. */
            greeting?: string | null;
            /** @description Null follows the page, then the browser of the visitor. Defaults to `null`. */
            language?: components["schemas"]["WidgetLanguage"] | null;
            /** @description Defaults to `bubble`. */
            mode?: components["schemas"]["WidgetMode"];
            /** @description Defaults to `end`. */
            position?: components["schemas"]["WidgetPosition"];
            /** @description Questions that visitors ask with a click, in an empty chat. Defaults to an empty list. */
            starter_questions?: string[];
            /** @description Defaults to `page`. */
            theme?: components["schemas"]["WidgetTheme"];
            /** @description Greeting and starter questions in other languages, by language. */
            translations?: {
                [key: string]: {
                    /** @description Said in an empty chat; null takes the welcome message of the agent. */
                    greeting?: string | null;
                    /** @description Questions that visitors ask with a click, in an empty chat. Defaults to an empty list. */
                    starter_questions?: string[];
                };
            };
        };
        /** @description A browser that is signed in. */
        SignIn: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            expires_at: string;
            /** @description Prefix `sgn_`. */
            id: string;
            /** @description Whether this is the browser that sent the request. */
            is_current: boolean;
            /**
             * Format: date-time
             * @description Accurate to a minute.
             */
            last_seen_at: string;
            /** @description The `User-Agent` of the browser when it signed in. */
            user_agent: string;
        };
        /** @description Credentials to sign in. */
        SignInBody: {
            /** @description The six-digit code of your authenticator app, or a recovery code. Each works once. */
            code?: string;
            /**
             * Format: email
             * @description An email address. Case does not matter.
             */
            email: string;
            /** @description Your present password. */
            password: string;
        };
        /** @description The ways to sign in beside a password. */
        SignInMethods: {
            /** @description How the person who runs the service calls its command line, such as `footnote`. */
            command: string;
            /** @description False on a fresh installation: the link to create the first account was printed at its start. */
            has_accounts: boolean;
            /** @description Starts at `/v1/account/oidc/start`; null if not configured. */
            openid_connect: {
                /** @description The provider's display name. */
                name: string;
            } | null;
        };
        SignInMethodsResponse: {
            data: components["schemas"]["SignInMethods"];
            meta: components["schemas"]["Meta"];
        };
        SignInPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["SignIn"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description Sources that are like a given one. */
        SimilarSources: {
            /** @description What was compared: with `deep`, what the deep model has read, in any language, among the sources that it has read; with `instant`, the vectors of the index, which hardly work across languages. */
            by: ("deep" | "instant") | string;
            /** @description Most similar first. Empty while nothing of the source is indexed. */
            sources: {
                /** @description Prefix `src_`. */
                id: string;
                /** @description `duplicate`: nearly the same text. `translation`: nearly the same meaning in another language, only with `deep`. `related`: anything else. */
                kind: ("duplicate" | "translation" | "related") | string;
                /** @description The knowledge base that both are in. */
                knowledge_base_id: string;
                /** @description The name of the source. */
                name: string;
                /** @description 0 to 1. 1 is the same text, 0 is as unlike as two texts about different things. Nearly the same text has 0.9 or more; a good translation 0.4 to 0.8; pages of one manual about 0.4 to 0.7. Lower than 0.36 is left out. */
                similarity: number;
            }[];
        };
        SimilarSourcesResponse: {
            data: components["schemas"]["SimilarSources"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A text, web page or document in a knowledge base. */
        Source: {
            /** @description The principals who may see it; absent if everyone may, and in answers to requests with `as_user`. An empty list: only requests without `as_user`. */
            allowed?: string[];
            /** @description The canonical URL that the page names, or else the URL at the end of redirects from `url`. */
            canonical_url?: string;
            /** @description The number of passages that are indexed. */
            chunk_count: number;
            /** @description SHA-256 of the original content, in hex. */
            content_sha256?: string;
            /** @description The crawl that added it. */
            crawl_id?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description The oldest source of the knowledge base with the same bytes, at the time of upload. */
            duplicate_of?: string;
            /** @description Present if the last indexing failed. */
            error?: components["schemas"]["SourceError"];
            /** @description The id of the source where it comes from, if its client gave one. */
            external_id?: string;
            /**
             * Format: date-time
             * @description When the page was last fetched.
             */
            fetched_at?: string;
            /** @description The name of an uploaded file. */
            file_name?: string;
            /** @description Prefix `src_`. */
            id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            indexed_at?: string;
            /** @description The knowledge base that it is in. */
            knowledge_base_id: string;
            /** @description What you noted about it; `{}` without any. */
            metadata: components["schemas"]["SourceMetadata"];
            /** @description The type of the content, such as `application/pdf`, as its bytes say; absent until it is known. */
            mime_type?: string;
            /** @description The name that lists and citations show. */
            name: string;
            /** @description Progress of the indexing, 0 to 1. */
            progress: number;
            /**
             * Format: date-time
             * @description When the page will be fetched next.
             */
            refresh_at?: string;
            /** @description Why the last refresh failed. The previous content keeps answering. */
            refresh_error?: components["schemas"]["SourceError"];
            /** @description How often the page is fetched again, in hours; absent if never. */
            refresh_interval_hours?: number;
            /** @description Bytes of the original content. */
            size_bytes?: number;
            /** @description The step of the indexing that the source is at. */
            stage: components["schemas"]["SourceStage"] | (string & {});
            /** @description `processing` until it is `indexed` and found by searches, or has `failed`. */
            status: components["schemas"]["SourceStatus"] | (string & {});
            /** @description Words to filter sources by. */
            tags: string[];
            /** @description `document`: an uploaded file. `url`: a web page that Footnote fetches. `text`: text that was sent. */
            type: components["schemas"]["SourceType"] | (string & {});
            /** @description Whether the deep model has read what is indexed: `pending` sources are found by the instant pass meanwhile, `skipped` ones are beyond `DEEP_CHUNKS_MAX` and stay with it. Absent until the source is indexed, if its knowledge base has no such model, and in events. */
            understanding?: ("pending" | "done" | "skipped") | string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updated_at: string;
            /** @description The address of a web page, as it was given, or where the document of a connector can be opened. */
            url?: string;
        };
        /** @description A source was added or changed. */
        SourceChangedEvent: {
            data: components["schemas"]["Source"];
            /**
             * @description Always `source`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "source";
        };
        /** @description A passage of a source, as searches return it. */
        SourceChunk: {
            /** @description Where it ends, exclusive. */
            end: number;
            /** @description The headings above it, joined by ` › `; absent without any. */
            heading?: string;
            /** @description Prefix `chunk_`. */
            id: string;
            /** @description The page that it begins on, from 1; absent without pages. */
            page?: number;
            /** @description Its place among the chunks of the source, from 0. */
            position: number;
            /** @description Offset into the extracted text, in UTF-16 code units. */
            start: number;
            /** @description The passage. */
            text: string;
        };
        SourceChunkPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["SourceChunk"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The text that Footnote extracted from a source. */
        SourceContent: {
            /** @description In the order of the text: those that begin in the part. */
            headings: {
                /** @description Where it ends, exclusive. */
                end: number;
                /** @description 1 for the highest. */
                level: number;
                /** @description Where the heading begins. */
                start: number;
                /** @description The words of the heading. */
                text: string;
            }[];
            /** @description Where the next part begins; absent at the end. */
            next_offset?: number;
            /** @description The pages of a document that begin in the part; empty if it has none. */
            pages: {
                /** @description The number of the page, from 1. */
                page: number;
                /** @description Where the page begins in the text. */
                start: number;
            }[];
            /** @description The source that the text is from, prefix `src_`. */
            source_id: string;
            /** @description The extracted text, or the part of it that was asked for. All offsets are in UTF-16 code units of the whole text. */
            text: string;
            /** @description The title in the document. */
            title?: string;
            /** @description The length of the whole text, in UTF-16 code units. */
            total_characters: number;
        };
        SourceContentResponse: {
            data: components["schemas"]["SourceContent"];
            meta: components["schemas"]["Meta"];
        };
        /** @description How many sources there are. */
        SourceCounts: {
            /** @description By knowledge base id, without empty knowledge bases. */
            by_knowledge_base: {
                [key: string]: number;
            };
            /** @description By status. */
            by_status: {
                /** @description Sources that are `failed`. */
                failed: number;
                /** @description Sources that are `indexed`. */
                indexed: number;
                /** @description Sources that are `processing`. */
                processing: number;
            };
            /** @description By type. */
            by_type: {
                /** @description Sources that are `document`. */
                document: number;
                /** @description Sources that are `text`. */
                text: number;
                /** @description Sources that are `url`. */
                url: number;
            };
            /** @description The 100 most frequent tags, most frequent first. */
            tags: {
                /** @description Sources with it. */
                count: number;
                /** @description As sources have it. */
                tag: string;
            }[];
            /** @description All sources. */
            total: number;
        };
        SourceCountsResponse: {
            data: components["schemas"]["SourceCounts"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A source was deleted. */
        SourceDeletedEvent: {
            /** @description Which source it was. */
            data: {
                /** @description The id that the source had. */
                id: string;
            };
            /**
             * @description Always `source_deleted`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "source_deleted";
        };
        /** @description Why a source could not be indexed or refreshed. */
        SourceError: {
            /** @description What went wrong, for programs. */
            code: components["schemas"]["SourceErrorCode"] | (string & {});
            /** @description What is wrong, and what to do about it. */
            message: string;
            /** @description Whether reindexing the same content may succeed. */
            retryable: boolean;
            /** @description The step of the indexing that the source is at. */
            stage: components["schemas"]["SourceStage"] | (string & {});
        };
        /**
         * @description What went wrong, for programs.
         * @enum {string}
         */
        SourceErrorCode: "unsupported_format" | "unreadable_file" | "encrypted_file" | "no_text" | "too_large" | "too_many_pages" | "too_many_chunks" | "fetch_failed" | "fetch_blocked" | "fetch_timeout" | "parse_timeout" | "embedding_failed" | "internal_error";
        /** @description What the names and URLs of sources have before a slash. */
        SourceFolders: {
            /** @description By name; at most 500. */
            folders: {
                /** @description Sources in it, and in folders below it. */
                count: number;
                /** @description For `name_prefix`; ends with a slash. */
                prefix: string;
            }[];
        };
        SourceFoldersResponse: {
            data: components["schemas"]["SourceFolders"];
            meta: components["schemas"]["Meta"];
        };
        /** @description Something that happened to a source. */
        SourceHistoryEntry: {
            /** @description What happened. */
            action: ("added" | "updated" | "replaced" | "reindex_requested" | "refreshed" | "indexed" | "failed") | string;
            /** @description Who did it. */
            actor: {
                /** @description The account, API key or publishable token; null for the command line and the service. */
                id: string | null;
                /** @description The name that it had then. */
                name: string;
                /** @description What kind of author it is. `command_line` is an operator of the installation, `service` Footnote itself. */
                type: components["schemas"]["ActorType"] | (string & {});
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description More about the entry; changed fields as `{from, to}`. */
            details: {
                /** @description Who may see it changed. */
                allowed?: {
                    /** @description Before the change; null for none. */
                    from: string[] | null;
                    /** @description After it; null for none. */
                    to: string[] | null;
                };
                /** @description Passages that were indexed. */
                chunk_count?: number;
                /** @description The crawl that added it. */
                crawl_id?: string;
                /** @description How long the job ran, without the time in the queue. */
                duration_ms?: number;
                /** @description The model of the index changed. */
                embedding_model?: {
                    /** @description Before the change; null for none. */
                    from: string;
                    /** @description After it; null for none. */
                    to: string;
                };
                error?: components["schemas"]["SourceError"];
                /** @description The external id changed. */
                external_id?: {
                    /** @description Before the change; null for none. */
                    from: string | null;
                    /** @description After it; null for none. */
                    to: string | null;
                };
                /** @description The uploaded file changed. */
                file_name?: {
                    /** @description Before the change; null for none. */
                    from: string | null;
                    /** @description After it; null for none. */
                    to: string | null;
                };
                /** @description The source was moved. */
                knowledge_base_id?: {
                    /** @description Before the change; null for none. */
                    from: string;
                    /** @description After it; null for none. */
                    to: string;
                };
                /** @description The metadata changed. */
                metadata?: {
                    /** @description Before the change; null for none. */
                    from: components["schemas"]["SourceMetadata"];
                    /** @description After it; null for none. */
                    to: components["schemas"]["SourceMetadata"];
                };
                /** @description The name changed. */
                name?: {
                    /** @description Before the change; null for none. */
                    from: string | null;
                    /** @description After it; null for none. */
                    to: string | null;
                };
                /** @description The result of looking for changes. A changed page is indexed next. */
                outcome?: ("unchanged" | "changed" | "failed") | string;
                /** @description Why Footnote reindexed it: another embedding model, a version that indexes differently, or a lost job. */
                reason?: ("embedding_model" | "new_version" | "lost_job") | string;
                /** @description The refresh interval changed. */
                refresh_interval_hours?: {
                    /** @description Before the change; null for none. */
                    from: number | null;
                    /** @description After it; null for none. */
                    to: number | null;
                };
                /**
                 * Format: date-time
                 * @description When it first happened, if `times` is present.
                 */
                since?: string;
                /** @description Bytes of the original content after the change. */
                size_bytes?: number;
                /** @description The tags changed. */
                tags?: {
                    /** @description Before the change; null for none. */
                    from: string[];
                    /** @description After it; null for none. */
                    to: string[];
                };
                /** @description How often the same happened in a row, last at `created_at`. */
                times?: number;
                /** @description `document`: an uploaded file. `url`: a web page that Footnote fetches. `text`: text that was sent. */
                type?: components["schemas"]["SourceType"] | (string & {});
                /** @description The address changed. */
                url?: {
                    /** @description Before the change; null for none. */
                    from: string | null;
                    /** @description After it; null for none. */
                    to: string | null;
                };
            };
            /** @description Prefix `his_`. A change of several sources may have the same id in the history of each. */
            id: string;
        };
        SourceHistoryEntryPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["SourceHistoryEntry"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description What you note about the source, for filters: a flat object of strings, numbers, booleans and lists of strings. At most 64 keys and 8 KB. */
        SourceMetadata: {
            [key: string]: string | number | boolean | string[];
        };
        SourcePage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["Source"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description Where a passage is in the original. What does not fit the format is empty or absent. */
        SourcePlaces: {
            /** @description Where the passage begins: the last `id` before it in a web page or HTML file; in a Markdown file the anchor that GitHub gives to the heading above it. */
            anchor?: string;
            /** @description The rows of the passage in a spreadsheet or a CSV file, one range for each sheet. */
            cells: {
                /** @description The cells in A1 notation, as `B4:D9`. */
                range: string;
                /** @description The name of the sheet; absent for CSV files. */
                sheet?: string;
            }[];
            /** @description The place, for people: of a web page its URL with a text fragment that scrolls to the words; of other sources a path of the dashboard, which marks them. Absent without a passage. */
            link?: string;
            /** @description What OCR read in the source; absent if it read nothing. */
            ocr?: {
                /** @description How sure it is of their words, 0 to 100. */
                mean_confidence: number;
                /** @description How many pages of the source OCR read. */
                pages: number;
            };
            /** @description The pages or slides of the passage; without a passage, all of them. */
            pages: {
                /** @description The passage on the page, a box for each line, in the order of the text. Boxes are known for PDFs and pictures. A row of a table has one box. */
                boxes: {
                    /** @description The height of the box, in points. */
                    height: number;
                    /** @description The width of the box, in points. */
                    width: number;
                    /** @description From the left of the page, in points. */
                    x: number;
                    /** @description From the top of the page, in points. */
                    y: number;
                }[];
                /** @description How sure OCR is of the words of the page, 0 to 100; absent if it did not read it. */
                confidence?: number;
                /** @description The height of the page as it is displayed, in points. */
                height?: number;
                /** @description The number of the page or slide, from 1. */
                page: number;
                /** @description The width of the page as it is displayed, in points. */
                width?: number;
            }[];
            /** @description The source that the passage is from, prefix `src_`. */
            source_id: string;
        };
        SourcePlacesResponse: {
            data: components["schemas"]["SourcePlaces"];
            meta: components["schemas"]["Meta"];
        };
        /** @description Read the list now: later changes follow. Sent again when changes were left out. */
        SourceReadyEvent: {
            /** @description Empty. */
            data: Record<string, unknown>;
            /**
             * @description Always `ready`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "ready";
        };
        /** @description A source that a reply rests on. */
        SourceReference: {
            /** @description Of the source, where it comes from. */
            external_id?: string;
            /** @description Of a document. */
            file_name?: string;
            /** @description Prefix `src_`. */
            id: string;
            /** @description The place, for people: of a web page its URL with a text fragment that scrolls to the words; of other sources a path of the dashboard, which marks them. Absent in replies that were given before it was kept. */
            link?: string;
            /** @description The name of the source. */
            name: string;
            /** @description Of the snippet. */
            page?: number;
            /** @description Its passage that fits best. */
            snippet: string;
            /** @description Of a web page. */
            url?: string;
        };
        SourceResponse: {
            data: components["schemas"]["Source"];
            meta: components["schemas"]["Meta"];
        };
        /** @description After a break: all that has changed since the event with your id follows. Nothing need be read again. */
        SourcesContinuedEvent: {
            /** @description Empty. */
            data: Record<string, unknown>;
            /**
             * @description Always `continued`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "continued";
        };
        /**
         * @description The step of the indexing that the source is at.
         * @enum {string}
         */
        SourceStage: "queued" | "fetching" | "parsing" | "ocr" | "chunking" | "embedding" | "indexing" | "done";
        /**
         * @description `processing` until it is `indexed` and found by searches, or has `failed`.
         * @enum {string}
         */
        SourceStatus: "processing" | "indexed" | "failed";
        /** @description One server-sent event: its name and its data. Ignore events with other names. */
        SourceStreamEvent: components["schemas"]["SourceReadyEvent"] | components["schemas"]["SourcesContinuedEvent"] | components["schemas"]["SourceChangedEvent"] | components["schemas"]["SourceDeletedEvent"] | components["schemas"]["StreamErrorEvent"];
        /**
         * @description `document`: an uploaded file. `url`: a web page that Footnote fetches. `text`: text that was sent.
         * @enum {string}
         */
        SourceType: "document" | "url" | "text";
        /** @description The stream ends early, for this reason. */
        StreamErrorEvent: {
            data: components["schemas"]["Error"];
            /**
             * @description Always `error`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "error";
        };
        /** @description A question that needs an answer. */
        SuggestAnswer: {
            /** @description The agent whose knowledge bases are read. */
            agent_id: string;
            /** @description The `question` of the gap. */
            question: string;
        };
        /** @description A suggestion: someone has to read it before it is used. */
        SuggestedAnswer: {
            /** @description The language model that wrote it. */
            model?: string;
            /** @description The passages that come nearest to an answer, at most 5. The first is `[1]`. */
            passages: components["schemas"]["GapSuggestion"][];
            /** @description A draft by the language model, with the numbers of its passages in brackets, such as `[1]`. Absent without a language model, and if the passages do not answer. */
            text?: string;
        };
        SuggestedAnswerResponse: {
            data: components["schemas"]["SuggestedAnswer"];
            meta: components["schemas"]["Meta"];
        };
        /** @description Which model to send a request. */
        TestModel: {
            /**
             * @description The model to test.
             * @enum {string}
             */
            role: "embedding" | "deep" | "reranker" | "chat" | "fallback";
        };
        /** @description Input and output tokens of the language model. Once a budget is used up, chats get 429 until it renews. */
        TokenBudget: {
            /** @description Tokens per day (UTC); null means no limit. */
            per_day: number | null;
            /** @description Tokens per calendar month (UTC); null means no limit. */
            per_month: number | null;
        };
        /** @description How much of its token budget someone has spent. */
        TokenBudgetUse: {
            /** @description Today, in UTC. */
            day: {
                /** @description Tokens; null means no limit. */
                limit: number | null;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                renews_at: string;
                /** @description Input and output tokens so far. */
                spent: number;
            };
            /** @description The workspace, agent or publishable token. */
            id: string;
            /** @description This calendar month, in UTC. */
            month: {
                /** @description Tokens; null means no limit. */
                limit: number | null;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                renews_at: string;
                /** @description Input and output tokens so far. */
                spent: number;
            };
            /** @description What people call it. */
            name: string;
            /** @description What has the budget. */
            type: ("workspace" | "agent" | "publishable_token") | string;
        };
        /** @description A reply that is stored nowhere, and how it came about. */
        Trial: {
            /** @description The places that the reply cites. */
            citations: components["schemas"]["Citation"][];
            /** @description 0 to 1. Below 0.5 the knowledge base may lack the information. */
            confidence: number;
            /** @description A sentence in English that explains the confidence. */
            confidence_reason?: string;
            /**
             * @description The language model gave no whole reply: `confidence_reason` says why, and the reply has what it wrote or is made without it.
             * @constant
             */
            degraded?: true;
            /** @description Until the first piece of the reply, in milliseconds. */
            first_token_ms: number;
            /** @description `answer`: from the sources. `pinned`: a pinned answer, word for word. `fallback`: the message that there is no answer. `small_talk`: a reply to a greeting or thanks. `handover`: what is said about a hand-over to a person. Absent in older transcripts. */
            kind?: components["schemas"]["ReplyKind"] | (string & {});
            /** @description Those that the language model was sent, in that order; then others that were found. */
            passages: components["schemas"]["TrialPassage"][];
            /** @description The pinned answer that the reply is. */
            pinned_answer_id?: string;
            /** @description In Markdown. */
            reply: string;
            /** @description The sources that the reply rests on, best first. */
            sources: components["schemas"]["SourceReference"][];
            /** @description What was done, in order. */
            steps: components["schemas"]["TrialStep"][];
            /** @description Until the end of the reply, in milliseconds. */
            total_ms: number;
            usage?: components["schemas"]["Usage"];
        };
        /** @description A message to an agent, with settings that are not saved. */
        TrialBody: {
            /** @description The principals for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source. */
            as_user?: string[];
            /** @description Answers only from sources whose metadata matches. */
            filter?: components["schemas"]["MetadataFilter"];
            /** @description The conversation before the message, oldest first. */
            history?: {
                /**
                 * @description Who said it.
                 * @enum {string}
                 */
                role: "user" | "assistant";
                /** @description What they said. */
                text: string;
            }[];
            /** @description What the person says. */
            message: string;
            /** @description A language model of the installation, as `GET /v1/agents/{id}/trials` names them; `none` answers in sentences of the sources. Absent: as in chats. */
            model?: string;
            settings?: components["schemas"]["TrialSettings"];
            /** @description Streams the reply as server-sent events. The header `Accept: text/event-stream` does the same. */
            stream?: boolean;
        };
        /** @description The last event, with the whole trial. */
        TrialDoneEvent: {
            data: components["schemas"]["Trial"];
            /**
             * @description Always `done`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "done";
        };
        /** @description The first event. */
        TrialMetaEvent: {
            /** @description What is known before the reply. */
            data: {
                /** @description Names this request in logs, prefix `req_`. */
                request_id: string;
            };
            /**
             * @description Always `meta`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "meta";
        };
        /** @description What a trial may choose. */
        TrialModels: {
            /** @description The language models that a trial may name, besides `none`. The first is that of chats. */
            models: string[];
        };
        TrialModelsResponse: {
            data: components["schemas"]["TrialModels"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A passage that was looked at. */
        TrialPassage: {
            /** @description Prefix `chunk_`. */
            chunk_id: string;
            /** @description How close its meaning is to the question, 0 to 1. */
            closeness: number;
            /** @description Where it ends, exclusive. */
            end: number;
            /** @description The headings above it, joined by ` › `. */
            heading?: string;
            /** @description The reply cites it. */
            is_cited: boolean;
            /** @description It was not found, but stands beside a passage that was. */
            is_neighbour: boolean;
            /** @description The page of a document, from 1. */
            page?: number;
            /** @description Its place in what the language model was sent, from 1. Absent: not sent. */
            rank?: number;
            /** @description The probability that it is relevant, 0 to 1. */
            score: number;
            /** @description The share of the words of the question that it has, 0 to 1. */
            share: number;
            /** @description Prefix `src_`. */
            source_id: string;
            /** @description The name of the source. */
            source_name: string;
            /** @description Offset into the extracted text of the source, in UTF-16 code units. */
            start: number;
            /** @description The passage. */
            text: string;
        };
        TrialResponse: {
            data: components["schemas"]["Trial"];
            meta: components["schemas"]["Meta"];
        };
        /** @description Settings of the agent that hold for the trial. Those you leave out are as saved. */
        TrialSettings: {
            /** @description Sent when no source answers. Blank or null: a general sentence. */
            fallback_message?: string | null;
            /** @description The knowledge bases to answer from. */
            knowledge_base_ids?: string[];
            /** @description Replies below it are replaced by the fallback message. Null: none are. */
            min_confidence?: number | null;
            /**
             * @description How long replies are.
             * @enum {string}
             */
            response_length?: "short" | "medium" | "detailed";
            /** @description Persona and behaviour. Blank or null: none. */
            system_prompt?: string | null;
            /** @description Temperature of the language model. Null: the default of the provider. */
            temperature?: number | null;
        };
        /** @description One step on the way to a reply. */
        TrialStep: {
            /** @description When it began, from the beginning of the trial, in milliseconds. */
            at_ms: number;
            /** @description Sentences that cite a passage and cannot be compared with it. */
            believed?: number;
            /** @description How long it took, in milliseconds. */
            duration_ms: number;
            /** @description Until the first piece of the language model, in milliseconds. */
            first_token_ms?: number;
            /** @description Passages, pinned answers or quotations found. */
            found?: number;
            /** @description Passages that did not fit. */
            left_out?: number;
            /** @description The model that worked. */
            model?: string;
            /** @description `pinned_answers`: looked for a pinned answer. `ready_reply`: small talk, or about a hand-over. `rewrite`: made the message a question that stands alone. `search`, with `embed` and `rerank` in it: searched the knowledge bases. `send`: chose passages for the language model. `write`: the language model wrote. `check`: compared what it wrote with the passages. `quote`: chose sentences of the sources. `failure`: the language model failed. `fallback`: the fallback message replaced the reply. */
            name: components["schemas"]["TrialStepName"] | (string & {});
            /** @description What was searched for. */
            query?: string;
            /** @description Why, in English. */
            reason?: string;
            /** @description What was left out. */
            removed?: components["schemas"]["RemovedSentence"][];
            /** @description Passages that the language model was sent. */
            sent?: number;
            /** @description Sentences that the sources support. */
            supported?: number;
            usage?: components["schemas"]["Usage"];
        };
        /** @description A step has ended. */
        TrialStepEvent: {
            data: components["schemas"]["TrialStep"];
            /**
             * @description Always `step`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "step";
        };
        /**
         * @description `pinned_answers`: looked for a pinned answer. `ready_reply`: small talk, or about a hand-over. `rewrite`: made the message a question that stands alone. `search`, with `embed` and `rerank` in it: searched the knowledge bases. `send`: chose passages for the language model. `write`: the language model wrote. `check`: compared what it wrote with the passages. `quote`: chose sentences of the sources. `failure`: the language model failed. `fallback`: the fallback message replaced the reply.
         * @enum {string}
         */
        TrialStepName: "pinned_answers" | "ready_reply" | "rewrite" | "search" | "embed" | "rerank" | "send" | "write" | "check" | "quote" | "failure" | "fallback";
        /** @description One server-sent event: its name and its data. Ignore events with other names. */
        TrialStreamEvent: components["schemas"]["TrialMetaEvent"] | components["schemas"]["TrialStepEvent"] | components["schemas"]["ChatSearchEvent"] | components["schemas"]["ChatDeltaEvent"] | components["schemas"]["ChatWithdrawEvent"] | components["schemas"]["TrialDoneEvent"] | components["schemas"]["ChatErrorEvent"];
        /** @description Changes of your own account. */
        UpdateAccount: {
            /** @description Required with `password`. */
            current_password?: string;
            /** @description What others call you. */
            name?: string;
            /** @description A new password. Other browsers are signed out. */
            password?: string;
            /** @description Switches this browser to another workspace of yours. */
            workspace_id?: string;
        };
        /** @description Changes of an agent. */
        UpdateAgent: {
            /** @description Sent when no source answers. Blank or null: a general sentence. */
            fallback_message?: string | null;
            handover?: components["schemas"]["HandoverMode"];
            /** @description The knowledge bases that it answers from. */
            knowledge_base_ids?: string[];
            /** @description Replies below this confidence are replaced by the fallback message. Null: the default of the service. */
            min_confidence?: number | null;
            /** @description What people call it, on one line. Names need not be unique. */
            name?: string;
            response_length?: components["schemas"]["ResponseLength"];
            status?: components["schemas"]["AgentStatus"];
            /** @description Persona and behaviour, for the language model. Blank or null: none. */
            system_prompt?: string | null;
            /** @description Temperature of the language model. Null: the default of the provider. */
            temperature?: number | null;
            token_budget?: components["schemas"]["ChangeTokenBudget"];
            /** @description Sent when a new session starts. Blank or null: none. */
            welcome_message?: string | null;
        };
        /** @description Changes of an API key. */
        UpdateApiKey: {
            /** @description What people call it, on one line. Names need not be unique. */
            name: string;
        };
        /** @description Changes of a connector. */
        UpdateConnector: {
            /** @description The principals who may see its sources; null: everyone. It holds at once for all that it has added. */
            allowed?: string[] | null;
            /** @description Replaces the credentials, as for a new connector; null removes them. */
            credentials?: unknown;
            /** @description Minutes between runs; null means only by request. */
            interval_minutes?: number | null;
            /** @description Replaces the metadata. A source gets it when its document changes. */
            metadata?: components["schemas"]["SourceMetadata"];
            /** @description What people call it, on one line. Names need not be unique. */
            name?: string;
            /** @description `true` stops a run and starts no other; `false` starts one. */
            paused?: boolean;
            /** @description Replaces the settings as a whole, as for a new connector; the next run lists everything. */
            settings?: {
                [key: string]: unknown;
            };
            /** @description For sources that are added from now on. */
            tags?: string[];
        };
        /** @description Changes of a conversation. What is left out stays. */
        UpdateConversation: {
            /** @description The account of the member who looks after it; null for no one. A hand-over that is not resolved gets the same assignee. */
            assignee_id?: string | null;
            /** @description The version that you have read. If the conversation has another one, it stays as it is, with 409. */
            if_version?: number;
            /** @description `resolved` also resolves a hand-over that waits for a person or has one. */
            state?: components["schemas"]["ConversationState"];
            /** @description Replaces all tags. */
            tags?: string[];
        };
        /** @description What becomes of a hand-over. */
        UpdateHandover: {
            /** @description `assigned` gives it to the caller, `open` back to everyone. */
            status: components["schemas"]["HandoverStatus"];
            /** @description Also if someone else has it. Defaults to `false`. */
            take_over?: boolean;
        };
        /** @description Changes of a knowledge base. */
        UpdateKnowledgeBase: {
            /** @description What is in it, in your words. */
            description?: string;
            /** @description The name of a configured model; null means the default of the installation. */
            embedding_model?: string | null;
            /** @description What people call it, on one line. Names need not be unique. */
            name?: string;
        };
        /** @description Changes of a member. */
        UpdateMember: {
            role?: components["schemas"]["Role"];
        };
        /** @description Changes of a passkey. */
        UpdatePasskey: {
            /** @description To tell your passkeys apart, such as the device. */
            name: string;
        };
        /** @description Changes of a pinned answer. */
        UpdatePinnedAnswer: {
            /** @description What the agent says, in Markdown. */
            answer?: string;
            /** @description Agents say only enabled answers. */
            enabled?: boolean;
            /** @description The question that the answer is for. Case, punctuation and word forms do not matter. */
            question?: string;
            /** @description The sources that the answer rests on, which a reply lists. */
            source_ids?: string[];
            /** @description Other wordings of the question, in any language. */
            variants?: string[];
        };
        /** @description Changes of a publishable token. */
        UpdatePublishableToken: {
            /** @description Origins of the pages that may use it, such as https://example.com. */
            allowed_origins?: string[];
            /** @description False ends the chats that use it, and refuses new ones. */
            enabled?: boolean;
            /** @description The limit for all visitors together. */
            messages_per_minute?: number;
            /** @description What people call it, on one line. Names need not be unique. */
            name?: string;
            token_budget?: components["schemas"]["ChangeTokenBudget"];
        };
        /** @description Changes of a question set. */
        UpdateQuestionSet: {
            /** @description What people call it, on one line. Names need not be unique. */
            name?: string;
        };
        /** @description Changes of a saved view. What is left out stays. */
        UpdateSavedView: {
            /** @description Parameters of the list, such as `{"state": "open", "assignee": "me"}`. Those that a list does not know are kept and mean nothing. */
            filters?: {
                [key: string]: string | string[];
            };
            /** @description Whether everyone in the workspace sees it, or only its owner. */
            is_shared?: boolean;
            /** @description What people call it, on one line. Names need not be unique. */
            name?: string;
        };
        /** @description Changes of a question. */
        UpdateSetQuestion: {
            /** @description Phrases; a right reply contains at least one. Case, line breaks and Markdown emphasis do not count. */
            must?: string[];
            /** @description What a person would ask. */
            query?: string;
            /** @description All sources that answer the question. */
            relevant?: {
                /** @description A source that answers the question. */
                source_id: string;
                /** @description Words that the relevant passages of the source contain; all passages are relevant when absent. */
                text?: string;
            }[];
            /** @description The right reply is that there is no answer: an agent must refuse. */
            unanswerable?: boolean;
        };
        /** @description Changes of a source. */
        UpdateSource: {
            /** @description The principals who may see it: users and groups by names of your choice, such as `user:ada@museum.example` or `group:staff`. Null: everyone. An empty list: only requests without `as_user`. */
            allowed?: string[] | null;
            /** @description New content, for a `text` source. */
            content?: string;
            /** @description Another external id; null takes it away. 409 if another source of the knowledge base has it. */
            external_id?: string | null;
            /** @description Moves the source to this knowledge base, with what was indexed of it. */
            knowledge_base_id?: string;
            /** @description Merged into the metadata: keys that are absent stay, and null removes a key. Null in place of the object removes all of it. */
            metadata?: components["schemas"]["MetadataPatch"] | null;
            /** @description The new name. */
            name?: string;
            /** @description For a `url` source; null turns refreshing off. */
            refresh_interval_hours?: number | null;
            /** @description The new tags, in place of the present ones. */
            tags?: string[];
            /** @description New URL, for a `url` source. */
            url?: string;
        };
        /** @description As the JSON body, or with a new file for a document. */
        UpdateSourceForm: {
            /** @description The principals who may see it: users and groups by names of your choice, such as `user:ada@museum.example` or `group:staff`. Null: everyone. An empty list: only requests without `as_user`. */
            allowed?: string[] | null;
            /** @description New content, for a `text` source. */
            content?: string;
            /** @description Another external id; null takes it away. 409 if another source of the knowledge base has it. */
            external_id?: string | null;
            /**
             * Format: binary
             * @description The document, at most `file_bytes` of `GET /v1/limits`: 50 MB unless the operator allows another size. Its bytes decide the format, not its name.
             */
            file?: string;
            /** @description Moves the source to this knowledge base, with what was indexed of it. */
            knowledge_base_id?: string;
            /** @description Merged into the metadata: keys that are absent stay, and null removes a key. Null in place of the object removes all of it. */
            metadata?: components["schemas"]["MetadataPatch"] | null;
            /** @description The new name. */
            name?: string;
            /** @description For a `url` source; null turns refreshing off. */
            refresh_interval_hours?: number | null;
            /** @description The new tags, in place of the present ones. */
            tags?: string[];
            /** @description New URL, for a `url` source. */
            url?: string;
        };
        /** @description Changes of a webhook. */
        UpdateWebhook: {
            /** @description What it is for, in your words. */
            description?: string;
            /** @description `false` fails pending deliveries; `true` clears the failures. */
            enabled?: boolean;
            /** @description Null means all events. */
            events?: components["schemas"]["EventType"][] | null;
            /** @description An http or https URL with a public address. */
            url?: string;
        };
        /** @description Changes of the workspace. */
        UpdateWorkspace: {
            /** @description Existing tokens stay valid if you turn it off. */
            members_may_publish?: boolean;
            /** @description What people call it, on one line. Names need not be unique. */
            name?: string;
            token_budget?: components["schemas"]["ChangeTokenBudget"];
        };
        /** @description A file that is uploaded in parts, by the tus protocol. */
        Upload: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it is deleted. The source stays.
             */
            expires_at: string;
            /** @description Prefix `up_`. */
            id: string;
            /** @description Bytes of the whole file. */
            length: number;
            /** @description Bytes that have arrived. */
            offset: number;
            /** @description The source, once the upload is `stored`. */
            source_id?: string;
            /** @description `receiving` until all bytes have arrived, then `stored`: there is a source. */
            status: ("receiving" | "stored") | string;
        };
        UploadResponse: {
            data: components["schemas"]["Upload"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A file, sent as a form. */
        UpsertDocumentSource: {
            /** @description The principals who may see it: users and groups by names of your choice, such as `user:ada@museum.example` or `group:staff`. Null: everyone. An empty list: only requests without `as_user`. */
            allowed?: string[] | null;
            /**
             * Format: binary
             * @description The document, at most `file_bytes` of `GET /v1/limits`: 50 MB unless the operator allows another size. Its bytes decide the format, not its name.
             */
            file: string;
            /** @description The knowledge base to add it to. Defaults to the default knowledge base. */
            knowledge_base_id?: string;
            metadata?: components["schemas"]["SourceMetadata"];
            /** @description The name that lists and citations show. */
            name: string;
            /** @description Words to filter sources by. Without it, a source keeps its tags. */
            tags?: string[];
            /**
             * @description A file that you upload.
             * @constant
             */
            type: "document";
        };
        /** @description The source, and what the request did to it. */
        UpsertedSource: {
            /** @description The principals who may see it; absent if everyone may, and in answers to requests with `as_user`. An empty list: only requests without `as_user`. */
            allowed?: string[];
            /** @description The canonical URL that the page names, or else the URL at the end of redirects from `url`. */
            canonical_url?: string;
            /** @description The number of passages that are indexed. */
            chunk_count: number;
            /** @description SHA-256 of the original content, in hex. */
            content_sha256?: string;
            /** @description The crawl that added it. */
            crawl_id?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description The oldest source of the knowledge base with the same bytes, at the time of upload. */
            duplicate_of?: string;
            /** @description Present if the last indexing failed. */
            error?: components["schemas"]["SourceError"];
            /** @description The id of the source where it comes from, if its client gave one. */
            external_id?: string;
            /**
             * Format: date-time
             * @description When the page was last fetched.
             */
            fetched_at?: string;
            /** @description The name of an uploaded file. */
            file_name?: string;
            /** @description Prefix `src_`. */
            id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            indexed_at?: string;
            /** @description The knowledge base that it is in. */
            knowledge_base_id: string;
            /** @description What you noted about it; `{}` without any. */
            metadata: components["schemas"]["SourceMetadata"];
            /** @description The type of the content, such as `application/pdf`, as its bytes say; absent until it is known. */
            mime_type?: string;
            /** @description The name that lists and citations show. */
            name: string;
            /** @description `unchanged`: the source was already so. It was not indexed again, and has no new entry in its history. */
            outcome: ("created" | "updated" | "unchanged") | string;
            /** @description Progress of the indexing, 0 to 1. */
            progress: number;
            /**
             * Format: date-time
             * @description When the page will be fetched next.
             */
            refresh_at?: string;
            /** @description Why the last refresh failed. The previous content keeps answering. */
            refresh_error?: components["schemas"]["SourceError"];
            /** @description How often the page is fetched again, in hours; absent if never. */
            refresh_interval_hours?: number;
            /** @description Bytes of the original content. */
            size_bytes?: number;
            /** @description The step of the indexing that the source is at. */
            stage: components["schemas"]["SourceStage"] | (string & {});
            /** @description `processing` until it is `indexed` and found by searches, or has `failed`. */
            status: components["schemas"]["SourceStatus"] | (string & {});
            /** @description Words to filter sources by. */
            tags: string[];
            /** @description `document`: an uploaded file. `url`: a web page that Footnote fetches. `text`: text that was sent. */
            type: components["schemas"]["SourceType"] | (string & {});
            /** @description Whether the deep model has read what is indexed: `pending` sources are found by the instant pass meanwhile, `skipped` ones are beyond `DEEP_CHUNKS_MAX` and stay with it. Absent until the source is indexed, if its knowledge base has no such model, and in events. */
            understanding?: ("pending" | "done" | "skipped") | string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updated_at: string;
            /** @description The address of a web page, as it was given, or where the document of a connector can be opened. */
            url?: string;
        };
        UpsertedSourceResponse: {
            data: components["schemas"]["UpsertedSource"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A text or a web page. Send documents as a form. */
        UpsertSource: components["schemas"]["UpsertTextSource"] | components["schemas"]["UpsertUrlSource"];
        /** @description A text. */
        UpsertTextSource: {
            /** @description The principals who may see it: users and groups by names of your choice, such as `user:ada@museum.example` or `group:staff`. Null: everyone. An empty list: only requests without `as_user`. */
            allowed?: string[] | null;
            /** @description The text, plain or Markdown. */
            content: string;
            /** @description The knowledge base to add it to. Defaults to the default knowledge base. */
            knowledge_base_id?: string;
            metadata?: components["schemas"]["SourceMetadata"];
            /** @description The name that lists and citations show. */
            name: string;
            /** @description Words to filter sources by. Without it, a source keeps its tags. */
            tags?: string[];
            /**
             * @description Text that you send. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "text";
        };
        /** @description A web page, which Footnote fetches. */
        UpsertUrlSource: {
            /** @description The principals who may see it: users and groups by names of your choice, such as `user:ada@museum.example` or `group:staff`. Null: everyone. An empty list: only requests without `as_user`. */
            allowed?: string[] | null;
            /** @description The knowledge base to add it to. Defaults to the default knowledge base. */
            knowledge_base_id?: string;
            metadata?: components["schemas"]["SourceMetadata"];
            /** @description The name that lists and citations show. */
            name: string;
            /** @description How often to fetch the page again and reindex it if it has changed. Never without it. */
            refresh_interval_hours?: number;
            /** @description Words to filter sources by. Without it, a source keeps its tags. */
            tags?: string[];
            /**
             * @description A web page that Footnote fetches. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "url";
            /** @description The address of the page, http or https. */
            url: string;
        };
        /** @description What the language model used; absent when it was not asked. */
        Usage: {
            /** @description In the currency of the configured prices; absent if none are configured. */
            cost?: number;
            /** @description Tokens of the prompts. */
            input_tokens: number;
            /** @description The name of the language model. */
            model: string;
            /** @description Tokens of what it wrote. */
            output_tokens: number;
        };
        /** @description The usage of one day, of one key, or of one key on one day. */
        UsageGroup: {
            /** @description A day in UTC, such as `2026-11-22`. */
            day?: string;
            /** @description Input tokens of the language model for these replies. */
            input_tokens: number;
            /** @description An API key, the account of a signed-in person, or the publishable token of a chat widget. */
            key?: {
                /** @description Null for activity without a key, such as a crawl. */
                id: string | null;
                /** @description The name that it has now; absent once it was deleted. */
                name?: string;
            };
            /** @description Messages that agents answered. */
            messages: number;
            /** @description Output tokens of the language model in these replies. */
            output_tokens: number;
            /** @description Searches, except those of chats. */
            queries: number;
            /** @description Authorized requests, whatever the answer. */
            requests: number;
            /** @description Added sources. Those of a crawl belong to no key. */
            sources: number;
            /** @description Stored bytes at the end of the day; absent if they were not recorded, and in groups by key. */
            storage_bytes?: number;
        };
        /** @description The usage of a workspace over some days. */
        UsageReport: {
            /** @description A day in UTC, such as `2026-11-22`. */
            from: string;
            /** @description What the groups are made by. */
            group_by: (("day" | "key") | string)[];
            /** @description By day: every day of the range, oldest first. By key: most requests first. */
            groups: components["schemas"]["UsageGroup"][];
            /** @description A day in UTC, such as `2026-11-22`. */
            to: string;
            /** @description Language model tokens spent today and this month (UTC): first the workspace, then each agent and publishable token that has a budget or spent tokens this month. */
            token_budgets: components["schemas"]["TokenBudgetUse"][];
            /** @description All groups together. */
            totals: {
                /** @description Input tokens of the language model for these replies. */
                input_tokens: number;
                /** @description Messages that agents answered. */
                messages: number;
                /** @description Output tokens of the language model in these replies. */
                output_tokens: number;
                /** @description Searches, except those of chats. */
                queries: number;
                /** @description Authorized requests, whatever the answer. */
                requests: number;
                /** @description Added sources. Those of a crawl belong to no key. */
                sources: number;
                /** @description Bytes of the original content of all sources now. */
                storage_bytes: number;
            };
        };
        UsageReportResponse: {
            data: components["schemas"]["UsageReport"];
            meta: components["schemas"]["Meta"];
        };
        /** @description The verdict of a reviewer on a reply. */
        Verdict: {
            /** @description Who did it. */
            author: {
                /** @description The account, API key or publishable token; null for the command line and the service. */
                id: string | null;
                /** @description The name that it had then. */
                name: string;
                /** @description What kind of author it is. `command_line` is an operator of the installation, `service` Footnote itself. */
                type: components["schemas"]["ActorType"] | (string & {});
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description Phrases; a right reply contains at least one. */
            must: string[];
            /** @description What the reviewer says about the reply. */
            note?: string;
            /** @description Without sources that were deleted since. */
            source_ids: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updated_at: string;
            /** @description What the reviewer thinks of the reply. */
            verdict: ("right" | "wrong" | "incomplete") | string;
        };
        /** @description What a reviewer says of a reply. */
        VerdictOfReviewer: {
            /** @description Phrases; a right reply contains at least one. Case, line breaks and Markdown emphasis do not count. */
            must?: string[];
            /** @description What you say about the reply. */
            note?: string;
            /** @description The sources that answer the question, whatever the reply cites. */
            source_ids?: string[];
            /**
             * @description What you think of the reply.
             * @enum {string}
             */
            verdict: "right" | "wrong" | "incomplete";
        };
        /** @description A user with a password, or a token. */
        WebdavConnectorCredentials: {
            /** @description A password, or an app password. */
            password?: string;
            /** @description A bearer token in place of both. */
            token?: string;
            /** @description The user. */
            username?: string;
        };
        /** @description A folder of a WebDAV server. */
        WebdavConnectorSettings: {
            /** @description No files that match one of these. Defaults to an empty list. */
            exclude?: string[];
            /** @description Only files whose path matches one of these patterns, such as `docs/**\/*.md`. Empty: all. Defaults to an empty list. */
            include?: string[];
            /** @description The address of the folder, such as `https://cloud.example.com/remote.php/dav/files/ada/Handbook` of a Nextcloud. */
            url: string;
        };
        /** @description An endpoint of yours that receives events. */
        Webhook: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description The account (`acc_`) or API key (`key_`) that made it or took it over, and whose removal ends it. Null if the service, the command line or an older version made it. */
            created_by: string | null;
            /** @description What it is for, in your words; may be empty. */
            description: string;
            /** @description Why Footnote disabled it. */
            disabled_reason?: string;
            /** @description If false, it receives nothing. */
            enabled: boolean;
            /** @description Null means all events, including types added later. */
            events: (components["schemas"]["EventType"] | (string & {}))[] | null;
            /**
             * Format: date-time
             * @description No delivery has succeeded since then.
             */
            failing_since?: string;
            /** @description Prefix `wh_`. */
            id: string;
            /**
             * Format: date-time
             * @description Until then, deliveries are also signed with the previous secret.
             */
            previous_secret_until?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updated_at: string;
            /** @description Where events are sent. */
            url: string;
        };
        WebhookPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["Webhook"][];
            meta: components["schemas"]["PageMeta"];
        };
        WebhookResponse: {
            data: components["schemas"]["Webhook"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A webhook with the secret that signs its deliveries. */
        WebhookWithSecret: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description The account (`acc_`) or API key (`key_`) that made it or took it over, and whose removal ends it. Null if the service, the command line or an older version made it. */
            created_by: string | null;
            /** @description What it is for, in your words; may be empty. */
            description: string;
            /** @description Why Footnote disabled it. */
            disabled_reason?: string;
            /** @description If false, it receives nothing. */
            enabled: boolean;
            /** @description Null means all events, including types added later. */
            events: (components["schemas"]["EventType"] | (string & {}))[] | null;
            /**
             * Format: date-time
             * @description No delivery has succeeded since then.
             */
            failing_since?: string;
            /** @description Prefix `wh_`. */
            id: string;
            /**
             * Format: date-time
             * @description Until then, deliveries are also signed with the previous secret.
             */
            previous_secret_until?: string;
            /** @description Verify signatures with it. Shown only once. */
            secret: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updated_at: string;
            /** @description Where events are sent. */
            url: string;
        };
        WebhookWithSecretResponse: {
            data: components["schemas"]["WebhookWithSecret"];
            meta: components["schemas"]["Meta"];
        };
        /** @description What a chat widget shows before the first message. */
        Widget: {
            /** @description The agent that replies. */
            agent: {
                /** @description What visitors see. */
                name: string;
            };
            appearance: components["schemas"]["WidgetAppearance"];
            /** @description Its path on the service; absent without a logo. */
            logo_url?: string;
            /** @description An inactive agent refuses messages. */
            status: ("active" | "inactive") | string;
            /** @description Shown first; absent if the agent has none. */
            welcome_message?: string;
        };
        /** @description How the chat widgets of an agent look and begin. */
        WidgetAppearance: {
            /** @description Of buttons and links, as `#rrggbb`; null is the blue of Footnote. */
            color: string | null;
            /** @description Said in an empty chat; null takes the welcome message of the agent. */
            greeting: string | null;
            /** @description The language of its words; null follows the page, then the browser of the visitor. */
            language: (components["schemas"]["WidgetLanguage"] | (string & {})) | null;
            /** @description A button that opens the chat, the chat as a part of the page, or a search bar that opens it with a question. */
            mode: components["schemas"]["WidgetMode"] | (string & {});
            /** @description The lower corner of its button: `end` is the right one, on Arabic pages the left. */
            position: components["schemas"]["WidgetPosition"] | (string & {});
            /** @description Questions that visitors ask with a click, in an empty chat. */
            starter_questions: string[];
            /** @description `page` follows the page. */
            theme: components["schemas"]["WidgetTheme"] | (string & {});
            /** @description Greeting and starter questions in other languages, by language. */
            translations: {
                [key: string]: {
                    /** @description Said in an empty chat; null takes the welcome message of the agent. */
                    greeting: string | null;
                    /** @description Questions that visitors ask with a click, in an empty chat. */
                    starter_questions: string[];
                };
            };
        };
        WidgetAppearanceResponse: {
            data: components["schemas"]["WidgetAppearance"];
            meta: components["schemas"]["Meta"];
        };
        /** @description How the chat widgets of an agent look. */
        WidgetDesign: {
            appearance: components["schemas"]["WidgetAppearance"];
            /** @description Null without one. */
            logo: components["schemas"]["WidgetLogo"] | null;
        };
        WidgetDesignResponse: {
            data: components["schemas"]["WidgetDesign"];
            meta: components["schemas"]["Meta"];
        };
        /** @description The last event, with the whole answer. */
        WidgetDoneEvent: {
            /** @description The answer, as far as a visitor may see it. */
            data: {
                /** @description The places that the reply cites. */
                citations: {
                    /** @description Of the footnote, from 1. Citations of the same place have the same number. */
                    number: number;
                    /** @description Where the reply stops resting on it, exclusive. */
                    reply_end: number;
                    /** @description Offset into the reply. */
                    reply_start: number;
                    /** @description The cited passage; absent in replies that were given before it was kept. */
                    snippet?: string;
                    /** @description Its place in `sources`, from 0. */
                    source: number;
                    /** @description Of a web page, with a text fragment that scrolls to the cited words. */
                    url?: string;
                }[];
                /** @description 0 to 1. Below 0.5 the knowledge base may lack the information. */
                confidence: number;
                /** @description Offers a person, or says how far the hand-over to one is. Absent otherwise. */
                handover?: {
                    /** @description A person is offered: the visitor asked for one, or the reply has a low confidence. */
                    reason?: ("requested" | "low_confidence") | string;
                    /** @description A hand-over is open, or a person has it. */
                    status?: ("open" | "assigned") | string;
                };
                /** @description The message that the reply becomes, prefix `msg_`. */
                message_id: string;
                /** @description The whole reply. */
                reply: string;
                /** @description The session of the reply. */
                session_id: string;
                /** @description The sources that the reply rests on, best first. */
                sources: {
                    /** @description The name of the source. */
                    name: string;
                    /** @description The best passage of it. */
                    snippet: string;
                }[];
            };
            /**
             * @description Always `done`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "done";
        };
        /** @description A rating by a visitor. */
        WidgetFeedback: {
            /** @description What was good or bad about it, in your words. */
            comment?: string;
            /** @description The reply to rate. */
            message_id: string;
            /**
             * @description Whether the reply helped.
             * @enum {string}
             */
            rating: "up" | "down";
            /** @description A secret: anyone who knows it can continue the conversation. */
            session_id: string;
        };
        /** @description A visitor's request for a person. */
        WidgetHandover: {
            /** @description How to reach the visitor. */
            contact?: {
                /**
                 * Format: email
                 * @description Where to reach the visitor.
                 */
                email?: string;
                /** @description How to address the visitor. */
                name?: string;
            };
            /** @description What the person should know. */
            message?: string;
            /** @description A secret: anyone who knows it can continue the conversation. */
            session_id: string;
        };
        /** @description How far a visitor's request for a person is. */
        WidgetHandoverState: {
            /** @description Absent without a hand-over. */
            status?: components["schemas"]["HandoverStatus"] | (string & {});
        };
        WidgetHandoverStateResponse: {
            data: components["schemas"]["WidgetHandoverState"];
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description A language of the widget.
         * @enum {string}
         */
        WidgetLanguage: "en" | "de" | "es" | "fr" | "pt-BR" | "ja" | "zh-Hans" | "ar";
        /** @description The logo of a chat widget. */
        WidgetLogo: {
            /** @description The image, in base64. */
            content: string;
            /** @description As its bytes say. */
            media_type: ("image/png" | "image/jpeg" | "image/webp") | string;
            /** @description Its size. */
            size_bytes: number;
        };
        WidgetLogoResponse: {
            data: components["schemas"]["WidgetLogo"];
            meta: components["schemas"]["Meta"];
        };
        /** @description A message of a visitor. */
        WidgetMessage: {
            /** @description What the visitor says. */
            message: string;
            /** @description Created when absent. */
            session_id?: string;
        };
        /** @description The first event. */
        WidgetMetaEvent: {
            /** @description What is known before the reply. */
            data: {
                /** @description The message that the reply becomes, prefix `msg_`. */
                message_id: string;
                /** @description The session of the reply. */
                session_id: string;
                /** @description In the first turn of a session, if the agent has one. */
                welcome_message?: string;
            };
            /**
             * @description Always `meta`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "meta";
        };
        /**
         * @description A button that opens the chat, the chat as a part of the page, or a search bar that opens it with a question.
         * @enum {string}
         */
        WidgetMode: "bubble" | "inline" | "search";
        /** @description What people wrote to a visitor. */
        WidgetNews: {
            /** @description Messages of people, oldest first. */
            messages: {
                /** @description The name of the person; absent if they gave none. */
                author?: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                created_at: string;
                /** @description Prefix `msg_`. */
                id: string;
                /** @description What the person wrote. */
                text: string;
            }[];
            /** @description Absent without a hand-over. */
            status?: components["schemas"]["HandoverStatus"] | (string & {});
        };
        WidgetNewsResponse: {
            data: components["schemas"]["WidgetNews"];
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description The lower corner of its button: `end` is the right one, on Arabic pages the left.
         * @enum {string}
         */
        WidgetPosition: "end" | "start";
        /** @description The rating as it is now. */
        WidgetRating: {
            /** @description Whether the reply helped. */
            rating: ("up" | "down") | string;
        };
        WidgetRatingResponse: {
            data: components["schemas"]["WidgetRating"];
            meta: components["schemas"]["Meta"];
        };
        WidgetResponse: {
            data: components["schemas"]["Widget"];
            meta: components["schemas"]["Meta"];
        };
        /** @description The sources and citations of the whole reply. */
        WidgetSourcesEvent: {
            /** @description What the reply rests on. */
            data: {
                /** @description The places that the reply cites. */
                citations: {
                    /** @description Of the footnote, from 1. Citations of the same place have the same number. */
                    number: number;
                    /** @description Where the reply stops resting on it, exclusive. */
                    reply_end: number;
                    /** @description Offset into the reply. */
                    reply_start: number;
                    /** @description The cited passage; absent in replies that were given before it was kept. */
                    snippet?: string;
                    /** @description Its place in `sources`, from 0. */
                    source: number;
                    /** @description Of a web page, with a text fragment that scrolls to the cited words. */
                    url?: string;
                }[];
                /** @description The sources that the reply rests on, best first. */
                sources: {
                    /** @description The name of the source. */
                    name: string;
                    /** @description The best passage of it. */
                    snippet: string;
                }[];
            };
            /**
             * @description Always `sources`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            event: "sources";
        };
        /** @description One server-sent event: its name and its data. Ignore events with other names. */
        WidgetStreamEvent: components["schemas"]["WidgetMetaEvent"] | components["schemas"]["ChatSearchEvent"] | components["schemas"]["ChatDeltaEvent"] | components["schemas"]["ChatWithdrawEvent"] | components["schemas"]["WidgetSourcesEvent"] | components["schemas"]["WidgetDoneEvent"] | components["schemas"]["ChatErrorEvent"];
        /**
         * @description `page` follows the page.
         * @enum {string}
         */
        WidgetTheme: "page" | "light" | "dark";
        /** @description A workspace in one environment. */
        Workspace: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            created_at: string;
            /** @description Where sources go that name no knowledge base. */
            default_knowledge_base_id: string;
            /** @description The environment that it belongs to. Nothing passes from one to the other. */
            environment: ("live" | "sandbox") | string;
            /** @description Prefix `ws_`. */
            id: string;
            /** @description Whether members and read_write keys can create publishable tokens, as admins can. */
            members_may_publish: boolean;
            /** @description What its members call it. */
            name: string;
            token_budget: components["schemas"]["TokenBudget"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updated_at: string;
        };
        /** @description A workspace that you are a member of. */
        WorkspaceOfPerson: {
            /** @description Prefix `ws_`. */
            id: string;
            /** @description The name in the live environment. */
            name: string;
            /** @description `owner`: everything, including owners and workspaces. `admin`: everything else. `member`: everything except settings, keys and members. `viewer`: GET requests only. */
            role: components["schemas"]["Role"] | (string & {});
        };
        WorkspaceOfPersonPage: {
            /** @description The items of this page; empty if there are none. */
            data: components["schemas"]["WorkspaceOfPerson"][];
            meta: components["schemas"]["PageMeta"];
        };
        WorkspaceOfPersonResponse: {
            data: components["schemas"]["WorkspaceOfPerson"];
            meta: components["schemas"]["Meta"];
        };
        WorkspaceResponse: {
            data: components["schemas"]["Workspace"];
            meta: components["schemas"]["Meta"];
        };
    };
    responses: {
        /** @description The body is malformed, or a required field is missing. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "invalid_request",
                 *         "message": "name: is required.",
                 *         "request_id": "req_03haak908i78fvu7pai4eu0wf"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The same request is still running, what it adds already exists, or something else must be done first. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "conflict",
                 *         "message": "A request with this Idempotency-Key is still running. Send it again in a few seconds.",
                 *         "request_id": "req_03haak908i78fvu7pai4eu0wf"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Any other error. */
        Error: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key lacks permission (scope or environment), or the agent is inactive. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "forbidden",
                 *         "message": "A read_only key can only send GET requests. POST needs scope read_write or admin.",
                 *         "request_id": "req_03haak908i78fvu7pai4eu0wf"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The resource does not exist. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "not_found",
                 *         "message": "No source has the id \"src_1\". Ids are case-sensitive; list the sources to see those that exist.",
                 *         "request_id": "req_03haak908i78fvu7pai4eu0wf"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than this endpoint accepts. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "invalid_request",
                 *         "message": "The body is larger than this endpoint accepts.",
                 *         "request_id": "req_03haak908i78fvu7pai4eu0wf"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Someone has changed the resource since the version in `If-Match`. */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "invalid_request",
                 *         "message": "Ada has changed the agent since you read it. Read it again, then repeat your change.",
                 *         "request_id": "req_03haak908i78fvu7pai4eu0wf"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service is overloaded or stopping. Send the request again. */
        ServiceUnavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "unavailable",
                 *         "message": "The database is unavailable. Send the request again in a few seconds.",
                 *         "request_id": "req_03haak908i78fvu7pai4eu0wf"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A rate limit or a budget is used up. Wait as long as `Retry-After` says. */
        TooManyRequests: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "rate_limited",
                 *         "message": "Too many requests. Send this one again in 12 seconds.",
                 *         "request_id": "req_03haak908i78fvu7pai4eu0wf"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No API key was sent, or it is invalid, expired or revoked. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "unauthorized",
                 *         "message": "The API key is not valid. Check that it is complete and was not revoked.",
                 *         "request_id": "req_03haak908i78fvu7pai4eu0wf"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A field or parameter has an invalid value; `details` names it. */
        UnprocessableEntity: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "unprocessable_entity",
                 *         "message": "limit: must be a whole number from 1 to 100.",
                 *         "request_id": "req_03haak908i78fvu7pai4eu0wf"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The endpoint does not take bodies of this media type. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "invalid_request",
                 *         "message": "The media type of the body is not supported. Send \"Content-Type: application/json\".",
                 *         "request_id": "req_03haak908i78fvu7pai4eu0wf"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description What is left in the window, such as `"read";r=598;t=42`: the class of the request, the requests left, and the seconds until the window ends. Absent while rate limits are off. */
        RateLimit: string;
        /** @description The limit of the class, such as `"read";q=600;w=60`: 600 requests in 60 seconds. Absent while rate limits are off. */
        "RateLimit-Policy": string;
        /** @description Seconds to wait before you send the request again. */
        "Retry-After": number;
    };
    pathItems: never;
}
export type AcceptInvitation = components['schemas']['AcceptInvitation'];
export type Account = components['schemas']['Account'];
export type AccountResponse = components['schemas']['AccountResponse'];
export type ActorType = components['schemas']['ActorType'];
export type AddedQuestions = components['schemas']['AddedQuestions'];
export type AddedQuestionsResponse = components['schemas']['AddedQuestionsResponse'];
export type AddPasskey = components['schemas']['AddPasskey'];
export type AddQuestions = components['schemas']['AddQuestions'];
export type Agent = components['schemas']['Agent'];
export type AgentActivity = components['schemas']['AgentActivity'];
export type AgentActivityResponse = components['schemas']['AgentActivityResponse'];
export type AgentConfiguration = components['schemas']['AgentConfiguration'];
export type AgentDraft = components['schemas']['AgentDraft'];
export type AgentDraftResponse = components['schemas']['AgentDraftResponse'];
export type AgentModel = components['schemas']['AgentModel'];
export type AgentPage = components['schemas']['AgentPage'];
export type AgentResponse = components['schemas']['AgentResponse'];
export type AgentStatus = components['schemas']['AgentStatus'];
export type AgentVersion = components['schemas']['AgentVersion'];
export type AgentVersionResponse = components['schemas']['AgentVersionResponse'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyPage = components['schemas']['ApiKeyPage'];
export type ApiKeyResponse = components['schemas']['ApiKeyResponse'];
export type Archive = components['schemas']['Archive'];
export type ArchiveEntry = components['schemas']['ArchiveEntry'];
export type ArchiveEntryPage = components['schemas']['ArchiveEntryPage'];
export type ArchiveEntryStatus = components['schemas']['ArchiveEntryStatus'];
export type ArchivePage = components['schemas']['ArchivePage'];
export type ArchiveResponse = components['schemas']['ArchiveResponse'];
export type ArchiveStatus = components['schemas']['ArchiveStatus'];
export type Assignee = components['schemas']['Assignee'];
export type Attention = components['schemas']['Attention'];
export type AttentionResponse = components['schemas']['AttentionResponse'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditEntryPage = components['schemas']['AuditEntryPage'];
export type BulkChange = components['schemas']['BulkChange'];
export type BulkConversationChange = components['schemas']['BulkConversationChange'];
export type BulkConversationResult = components['schemas']['BulkConversationResult'];
export type BulkConversationResultResponse = components['schemas']['BulkConversationResultResponse'];
export type BulkResult = components['schemas']['BulkResult'];
export type BulkResultResponse = components['schemas']['BulkResultResponse'];
export type ChangeTokenBudget = components['schemas']['ChangeTokenBudget'];
export type ChatAnnotation = components['schemas']['ChatAnnotation'];
export type ChatAnswer = components['schemas']['ChatAnswer'];
export type ChatAnswerResponse = components['schemas']['ChatAnswerResponse'];
export type ChatBody = components['schemas']['ChatBody'];
export type ChatDeltaEvent = components['schemas']['ChatDeltaEvent'];
export type ChatDoneEvent = components['schemas']['ChatDoneEvent'];
export type ChatErrorEvent = components['schemas']['ChatErrorEvent'];
export type ChatMetaEvent = components['schemas']['ChatMetaEvent'];
export type ChatSearchEvent = components['schemas']['ChatSearchEvent'];
export type ChatSourcesEvent = components['schemas']['ChatSourcesEvent'];
export type ChatStreamEvent = components['schemas']['ChatStreamEvent'];
export type ChatWithdrawEvent = components['schemas']['ChatWithdrawEvent'];
export type Citation = components['schemas']['Citation'];
export type Completion = components['schemas']['Completion'];
export type CompletionBody = components['schemas']['CompletionBody'];
export type CompletionChunk = components['schemas']['CompletionChunk'];
export type CompletionUsage = components['schemas']['CompletionUsage'];
export type CompoundFilter = components['schemas']['CompoundFilter'];
export type Configuration = components['schemas']['Configuration'];
export type ConfigurationResponse = components['schemas']['ConfigurationResponse'];
export type ConfiguredField = components['schemas']['ConfiguredField'];
export type Confirmation = components['schemas']['Confirmation'];
export type ConfirmationResponse = components['schemas']['ConfirmationResponse'];
export type ConfirmBody = components['schemas']['ConfirmBody'];
export type ConfirmTotp = components['schemas']['ConfirmTotp'];
export type Connector = components['schemas']['Connector'];
export type ConnectorDocument = components['schemas']['ConnectorDocument'];
export type ConnectorDocumentPage = components['schemas']['ConnectorDocumentPage'];
export type ConnectorDocumentStatus = components['schemas']['ConnectorDocumentStatus'];
export type ConnectorError = components['schemas']['ConnectorError'];
export type ConnectorErrorCode = components['schemas']['ConnectorErrorCode'];
export type ConnectorPage = components['schemas']['ConnectorPage'];
export type ConnectorResponse = components['schemas']['ConnectorResponse'];
export type ConnectorRun = components['schemas']['ConnectorRun'];
export type ConnectorRunPage = components['schemas']['ConnectorRunPage'];
export type ConnectorState = components['schemas']['ConnectorState'];
export type ContentChunk = components['schemas']['ContentChunk'];
export type Conversation = components['schemas']['Conversation'];
export type ConversationCounts = components['schemas']['ConversationCounts'];
export type ConversationCountsResponse = components['schemas']['ConversationCountsResponse'];
export type ConversationOfAgent = components['schemas']['ConversationOfAgent'];
export type ConversationOfAgentPage = components['schemas']['ConversationOfAgentPage'];
export type ConversationPage = components['schemas']['ConversationPage'];
export type ConversationResponse = components['schemas']['ConversationResponse'];
export type ConversationState = components['schemas']['ConversationState'];
export type Crawl = components['schemas']['Crawl'];
export type CrawledPage = components['schemas']['CrawledPage'];
export type CrawledPagePage = components['schemas']['CrawledPagePage'];
export type CrawledPageStatus = components['schemas']['CrawledPageStatus'];
export type CrawlMode = components['schemas']['CrawlMode'];
export type CrawlPage = components['schemas']['CrawlPage'];
export type CrawlResponse = components['schemas']['CrawlResponse'];
export type CrawlStatus = components['schemas']['CrawlStatus'];
export type CrawlStoppedBy = components['schemas']['CrawlStoppedBy'];
export type CreateAgent = components['schemas']['CreateAgent'];
export type CreateApiKey = components['schemas']['CreateApiKey'];
export type CreateArchive = components['schemas']['CreateArchive'];
export type CreateConnector = components['schemas']['CreateConnector'];
export type CreateCrawl = components['schemas']['CreateCrawl'];
export type CreateDocumentSource = components['schemas']['CreateDocumentSource'];
export type CreatedSources = components['schemas']['CreatedSources'];
export type CreatedSourcesResponse = components['schemas']['CreatedSourcesResponse'];
export type CreateEvaluation = components['schemas']['CreateEvaluation'];
export type CreateFeedConnector = components['schemas']['CreateFeedConnector'];
export type CreateFolderConnector = components['schemas']['CreateFolderConnector'];
export type CreateGitConnector = components['schemas']['CreateGitConnector'];
export type CreateImapConnector = components['schemas']['CreateImapConnector'];
export type CreateInvitation = components['schemas']['CreateInvitation'];
export type CreateKnowledgeBase = components['schemas']['CreateKnowledgeBase'];
export type CreatePinnedAnswer = components['schemas']['CreatePinnedAnswer'];
export type CreatePublishableToken = components['schemas']['CreatePublishableToken'];
export type CreateQuestionSet = components['schemas']['CreateQuestionSet'];
export type CreateS3Connector = components['schemas']['CreateS3Connector'];
export type CreateSavedView = components['schemas']['CreateSavedView'];
export type CreateSource = components['schemas']['CreateSource'];
export type CreateSources = components['schemas']['CreateSources'];
export type CreateTextSource = components['schemas']['CreateTextSource'];
export type CreateUrlSource = components['schemas']['CreateUrlSource'];
export type CreateWebdavConnector = components['schemas']['CreateWebdavConnector'];
export type CreateWebhook = components['schemas']['CreateWebhook'];
export type CreateWebsiteConnector = components['schemas']['CreateWebsiteConnector'];
export type CreateWorkspace = components['schemas']['CreateWorkspace'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryAttempt = components['schemas']['DeliveryAttempt'];
export type DeliveryPage = components['schemas']['DeliveryPage'];
export type DeliveryStatus = components['schemas']['DeliveryStatus'];
export type DeliveryWithPayload = components['schemas']['DeliveryWithPayload'];
export type DeliveryWithPayloadResponse = components['schemas']['DeliveryWithPayloadResponse'];
export type DisableTotp = components['schemas']['DisableTotp'];
export type DismissedGap = components['schemas']['DismissedGap'];
export type DismissedGapResponse = components['schemas']['DismissedGapResponse'];
export type DismissGap = components['schemas']['DismissGap'];
export type EmbeddingBody = components['schemas']['EmbeddingBody'];
export type EmbeddingList = components['schemas']['EmbeddingList'];
export type EqualityFilter = components['schemas']['EqualityFilter'];
export type Error = components['schemas']['Error'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type EvaluatedAgentSettings = components['schemas']['EvaluatedAgentSettings'];
export type Evaluation = components['schemas']['Evaluation'];
export type EvaluationPage = components['schemas']['EvaluationPage'];
export type EvaluationQuestions = components['schemas']['EvaluationQuestions'];
export type EvaluationQuestionsResponse = components['schemas']['EvaluationQuestionsResponse'];
export type EvaluationResponse = components['schemas']['EvaluationResponse'];
export type EvaluationResult = components['schemas']['EvaluationResult'];
export type EvaluationStatus = components['schemas']['EvaluationStatus'];
export type EvaluationWithOutcomes = components['schemas']['EvaluationWithOutcomes'];
export type EvaluationWithOutcomesResponse = components['schemas']['EvaluationWithOutcomesResponse'];
export type Event = components['schemas']['Event'];
export type EventBody = components['schemas']['EventBody'];
export type EventPage = components['schemas']['EventPage'];
export type EventType = components['schemas']['EventType'];
export type ExistenceFilter = components['schemas']['ExistenceFilter'];
export type Feedback = components['schemas']['Feedback'];
export type FeedbackOnReply = components['schemas']['FeedbackOnReply'];
export type FolderConnectorSettings = components['schemas']['FolderConnectorSettings'];
export type FromConversations = components['schemas']['FromConversations'];
export type Gap = components['schemas']['Gap'];
export type Gaps = components['schemas']['Gaps'];
export type GapsResponse = components['schemas']['GapsResponse'];
export type GapSuggestion = components['schemas']['GapSuggestion'];
export type GitConnectorSettings = components['schemas']['GitConnectorSettings'];
export type GoldenQuestion = components['schemas']['GoldenQuestion'];
export type Grant = components['schemas']['Grant'];
export type GrantPage = components['schemas']['GrantPage'];
export type Handover = components['schemas']['Handover'];
export type HandoverContact = components['schemas']['HandoverContact'];
export type HandoverMode = components['schemas']['HandoverMode'];
export type HandoverOfSession = components['schemas']['HandoverOfSession'];
export type HandoverOfSessionResponse = components['schemas']['HandoverOfSessionResponse'];
export type HandoverStatus = components['schemas']['HandoverStatus'];
export type ImportAnswers = components['schemas']['ImportAnswers'];
export type ImportedAnswer = components['schemas']['ImportedAnswer'];
export type ImportedQuestion = components['schemas']['ImportedQuestion'];
export type ImportQuestions = components['schemas']['ImportQuestions'];
export type ImportResult = components['schemas']['ImportResult'];
export type ImportResultResponse = components['schemas']['ImportResultResponse'];
export type Invitation = components['schemas']['Invitation'];
export type InvitationDetails = components['schemas']['InvitationDetails'];
export type InvitationDetailsResponse = components['schemas']['InvitationDetailsResponse'];
export type InvitationPage = components['schemas']['InvitationPage'];
export type InvitationResponse = components['schemas']['InvitationResponse'];
export type InvitationToken = components['schemas']['InvitationToken'];
export type KeyScope = components['schemas']['KeyScope'];
export type KnowledgeBase = components['schemas']['KnowledgeBase'];
export type KnowledgeBaseActivity = components['schemas']['KnowledgeBaseActivity'];
export type KnowledgeBaseActivityResponse = components['schemas']['KnowledgeBaseActivityResponse'];
export type KnowledgeBasePage = components['schemas']['KnowledgeBasePage'];
export type KnowledgeBaseResponse = components['schemas']['KnowledgeBaseResponse'];
export type Limits = components['schemas']['Limits'];
export type LimitsResponse = components['schemas']['LimitsResponse'];
export type ListedAgentVersion = components['schemas']['ListedAgentVersion'];
export type ListedAgentVersionPage = components['schemas']['ListedAgentVersionPage'];
export type ListFilter = components['schemas']['ListFilter'];
export type Member = components['schemas']['Member'];
export type MemberPage = components['schemas']['MemberPage'];
export type MemberResponse = components['schemas']['MemberResponse'];
export type Message = components['schemas']['Message'];
export type MessagePage = components['schemas']['MessagePage'];
export type MessageResponse = components['schemas']['MessageResponse'];
export type Meta = components['schemas']['Meta'];
export type MetadataFilter = components['schemas']['MetadataFilter'];
export type MetadataPatch = components['schemas']['MetadataPatch'];
export type ModelList = components['schemas']['ModelList'];
export type ModelRole = components['schemas']['ModelRole'];
export type ModelState = components['schemas']['ModelState'];
export type ModelStatePage = components['schemas']['ModelStatePage'];
export type ModelTest = components['schemas']['ModelTest'];
export type ModelTestResponse = components['schemas']['ModelTestResponse'];
export type NewApiKey = components['schemas']['NewApiKey'];
export type NewApiKeyResponse = components['schemas']['NewApiKeyResponse'];
export type NewInvitation = components['schemas']['NewInvitation'];
export type NewInvitationResponse = components['schemas']['NewInvitationResponse'];
export type NewSetQuestion = components['schemas']['NewSetQuestion'];
export type NewTotp = components['schemas']['NewTotp'];
export type NewTotpResponse = components['schemas']['NewTotpResponse'];
export type NewWidgetLogo = components['schemas']['NewWidgetLogo'];
export type OrderFilter = components['schemas']['OrderFilter'];
export type OutcomesOfSearch = components['schemas']['OutcomesOfSearch'];
export type OutputMessage = components['schemas']['OutputMessage'];
export type OutputRefusal = components['schemas']['OutputRefusal'];
export type OutputText = components['schemas']['OutputText'];
export type Overview = components['schemas']['Overview'];
export type OverviewResponse = components['schemas']['OverviewResponse'];
export type PageMeta = components['schemas']['PageMeta'];
export type Passkey = components['schemas']['Passkey'];
export type PasskeyAssertion = components['schemas']['PasskeyAssertion'];
export type PasskeyAttestation = components['schemas']['PasskeyAttestation'];
export type PasskeyCreationOptions = components['schemas']['PasskeyCreationOptions'];
export type PasskeyCreationOptionsResponse = components['schemas']['PasskeyCreationOptionsResponse'];
export type PasskeyPage = components['schemas']['PasskeyPage'];
export type PasskeyRequestOptions = components['schemas']['PasskeyRequestOptions'];
export type PasskeyRequestOptionsResponse = components['schemas']['PasskeyRequestOptionsResponse'];
export type PasskeyResponse = components['schemas']['PasskeyResponse'];
export type PasskeySignIn = components['schemas']['PasskeySignIn'];
export type PersonMessage = components['schemas']['PersonMessage'];
export type PinnedAnswer = components['schemas']['PinnedAnswer'];
export type PinnedAnswerPage = components['schemas']['PinnedAnswerPage'];
export type PinnedAnswerResponse = components['schemas']['PinnedAnswerResponse'];
export type PinnedAnswerVersion = components['schemas']['PinnedAnswerVersion'];
export type PinnedAnswerVersionPage = components['schemas']['PinnedAnswerVersionPage'];
export type PossibleAssignee = components['schemas']['PossibleAssignee'];
export type PossibleAssigneePage = components['schemas']['PossibleAssigneePage'];
export type PublishableToken = components['schemas']['PublishableToken'];
export type PublishableTokenPage = components['schemas']['PublishableTokenPage'];
export type PublishableTokenResponse = components['schemas']['PublishableTokenResponse'];
export type PublishAgent = components['schemas']['PublishAgent'];
export type QuestionOutcome = components['schemas']['QuestionOutcome'];
export type QuestionSet = components['schemas']['QuestionSet'];
export type QuestionSetPage = components['schemas']['QuestionSetPage'];
export type QuestionSetResponse = components['schemas']['QuestionSetResponse'];
export type QuestionSetWithQuestions = components['schemas']['QuestionSetWithQuestions'];
export type QuestionSetWithQuestionsResponse = components['schemas']['QuestionSetWithQuestionsResponse'];
export type RecoveryCodes = components['schemas']['RecoveryCodes'];
export type RecoveryCodesResponse = components['schemas']['RecoveryCodesResponse'];
export type RemovedSentence = components['schemas']['RemovedSentence'];
export type ReplyKind = components['schemas']['ReplyKind'];
export type ReplyOutcome = components['schemas']['ReplyOutcome'];
export type ReplyResults = components['schemas']['ReplyResults'];
export type RequestHandover = components['schemas']['RequestHandover'];
export type Response = components['schemas']['Response'];
export type ResponseAnnotation = components['schemas']['ResponseAnnotation'];
export type ResponseBody = components['schemas']['ResponseBody'];
export type ResponseLength = components['schemas']['ResponseLength'];
export type ResponseStreamEvent = components['schemas']['ResponseStreamEvent'];
export type ResponseUsage = components['schemas']['ResponseUsage'];
export type RestoreAgentVersion = components['schemas']['RestoreAgentVersion'];
export type Role = components['schemas']['Role'];
export type S3ConnectorCredentials = components['schemas']['S3ConnectorCredentials'];
export type S3ConnectorSettings = components['schemas']['S3ConnectorSettings'];
export type SaveAgentDraft = components['schemas']['SaveAgentDraft'];
export type SavedList = components['schemas']['SavedList'];
export type SavedView = components['schemas']['SavedView'];
export type SavedViewPage = components['schemas']['SavedViewPage'];
export type SavedViewResponse = components['schemas']['SavedViewResponse'];
export type SearchBody = components['schemas']['SearchBody'];
export type SearchResult = components['schemas']['SearchResult'];
export type SearchResultResponse = components['schemas']['SearchResultResponse'];
export type SecondFactor = components['schemas']['SecondFactor'];
export type SecondFactorResponse = components['schemas']['SecondFactorResponse'];
export type SessionOfAgent = components['schemas']['SessionOfAgent'];
export type SetQuestion = components['schemas']['SetQuestion'];
export type SetWidgetAppearance = components['schemas']['SetWidgetAppearance'];
export type SignIn = components['schemas']['SignIn'];
export type SignInBody = components['schemas']['SignInBody'];
export type SignInMethods = components['schemas']['SignInMethods'];
export type SignInMethodsResponse = components['schemas']['SignInMethodsResponse'];
export type SignInPage = components['schemas']['SignInPage'];
export type SimilarSources = components['schemas']['SimilarSources'];
export type SimilarSourcesResponse = components['schemas']['SimilarSourcesResponse'];
export type Source = components['schemas']['Source'];
export type SourceChangedEvent = components['schemas']['SourceChangedEvent'];
export type SourceChunk = components['schemas']['SourceChunk'];
export type SourceChunkPage = components['schemas']['SourceChunkPage'];
export type SourceContent = components['schemas']['SourceContent'];
export type SourceContentResponse = components['schemas']['SourceContentResponse'];
export type SourceCounts = components['schemas']['SourceCounts'];
export type SourceCountsResponse = components['schemas']['SourceCountsResponse'];
export type SourceDeletedEvent = components['schemas']['SourceDeletedEvent'];
export type SourceError = components['schemas']['SourceError'];
export type SourceErrorCode = components['schemas']['SourceErrorCode'];
export type SourceFolders = components['schemas']['SourceFolders'];
export type SourceFoldersResponse = components['schemas']['SourceFoldersResponse'];
export type SourceHistoryEntry = components['schemas']['SourceHistoryEntry'];
export type SourceHistoryEntryPage = components['schemas']['SourceHistoryEntryPage'];
export type SourceMetadata = components['schemas']['SourceMetadata'];
export type SourcePage = components['schemas']['SourcePage'];
export type SourcePlaces = components['schemas']['SourcePlaces'];
export type SourcePlacesResponse = components['schemas']['SourcePlacesResponse'];
export type SourceReadyEvent = components['schemas']['SourceReadyEvent'];
export type SourceReference = components['schemas']['SourceReference'];
export type SourceResponse = components['schemas']['SourceResponse'];
export type SourcesContinuedEvent = components['schemas']['SourcesContinuedEvent'];
export type SourceStage = components['schemas']['SourceStage'];
export type SourceStatus = components['schemas']['SourceStatus'];
export type SourceStreamEvent = components['schemas']['SourceStreamEvent'];
export type SourceType = components['schemas']['SourceType'];
export type StreamErrorEvent = components['schemas']['StreamErrorEvent'];
export type SuggestAnswer = components['schemas']['SuggestAnswer'];
export type SuggestedAnswer = components['schemas']['SuggestedAnswer'];
export type SuggestedAnswerResponse = components['schemas']['SuggestedAnswerResponse'];
export type TestModel = components['schemas']['TestModel'];
export type TokenBudget = components['schemas']['TokenBudget'];
export type TokenBudgetUse = components['schemas']['TokenBudgetUse'];
export type Trial = components['schemas']['Trial'];
export type TrialBody = components['schemas']['TrialBody'];
export type TrialDoneEvent = components['schemas']['TrialDoneEvent'];
export type TrialMetaEvent = components['schemas']['TrialMetaEvent'];
export type TrialModels = components['schemas']['TrialModels'];
export type TrialModelsResponse = components['schemas']['TrialModelsResponse'];
export type TrialPassage = components['schemas']['TrialPassage'];
export type TrialResponse = components['schemas']['TrialResponse'];
export type TrialSettings = components['schemas']['TrialSettings'];
export type TrialStep = components['schemas']['TrialStep'];
export type TrialStepEvent = components['schemas']['TrialStepEvent'];
export type TrialStepName = components['schemas']['TrialStepName'];
export type TrialStreamEvent = components['schemas']['TrialStreamEvent'];
export type UpdateAccount = components['schemas']['UpdateAccount'];
export type UpdateAgent = components['schemas']['UpdateAgent'];
export type UpdateApiKey = components['schemas']['UpdateApiKey'];
export type UpdateConnector = components['schemas']['UpdateConnector'];
export type UpdateConversation = components['schemas']['UpdateConversation'];
export type UpdateHandover = components['schemas']['UpdateHandover'];
export type UpdateKnowledgeBase = components['schemas']['UpdateKnowledgeBase'];
export type UpdateMember = components['schemas']['UpdateMember'];
export type UpdatePasskey = components['schemas']['UpdatePasskey'];
export type UpdatePinnedAnswer = components['schemas']['UpdatePinnedAnswer'];
export type UpdatePublishableToken = components['schemas']['UpdatePublishableToken'];
export type UpdateQuestionSet = components['schemas']['UpdateQuestionSet'];
export type UpdateSavedView = components['schemas']['UpdateSavedView'];
export type UpdateSetQuestion = components['schemas']['UpdateSetQuestion'];
export type UpdateSource = components['schemas']['UpdateSource'];
export type UpdateSourceForm = components['schemas']['UpdateSourceForm'];
export type UpdateWebhook = components['schemas']['UpdateWebhook'];
export type UpdateWorkspace = components['schemas']['UpdateWorkspace'];
export type Upload = components['schemas']['Upload'];
export type UploadResponse = components['schemas']['UploadResponse'];
export type UpsertDocumentSource = components['schemas']['UpsertDocumentSource'];
export type UpsertedSource = components['schemas']['UpsertedSource'];
export type UpsertedSourceResponse = components['schemas']['UpsertedSourceResponse'];
export type UpsertSource = components['schemas']['UpsertSource'];
export type UpsertTextSource = components['schemas']['UpsertTextSource'];
export type UpsertUrlSource = components['schemas']['UpsertUrlSource'];
export type Usage = components['schemas']['Usage'];
export type UsageGroup = components['schemas']['UsageGroup'];
export type UsageReport = components['schemas']['UsageReport'];
export type UsageReportResponse = components['schemas']['UsageReportResponse'];
export type Verdict = components['schemas']['Verdict'];
export type VerdictOfReviewer = components['schemas']['VerdictOfReviewer'];
export type WebdavConnectorCredentials = components['schemas']['WebdavConnectorCredentials'];
export type WebdavConnectorSettings = components['schemas']['WebdavConnectorSettings'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookPage = components['schemas']['WebhookPage'];
export type WebhookResponse = components['schemas']['WebhookResponse'];
export type WebhookWithSecret = components['schemas']['WebhookWithSecret'];
export type WebhookWithSecretResponse = components['schemas']['WebhookWithSecretResponse'];
export type Widget = components['schemas']['Widget'];
export type WidgetAppearance = components['schemas']['WidgetAppearance'];
export type WidgetAppearanceResponse = components['schemas']['WidgetAppearanceResponse'];
export type WidgetDesign = components['schemas']['WidgetDesign'];
export type WidgetDesignResponse = components['schemas']['WidgetDesignResponse'];
export type WidgetDoneEvent = components['schemas']['WidgetDoneEvent'];
export type WidgetFeedback = components['schemas']['WidgetFeedback'];
export type WidgetHandover = components['schemas']['WidgetHandover'];
export type WidgetHandoverState = components['schemas']['WidgetHandoverState'];
export type WidgetHandoverStateResponse = components['schemas']['WidgetHandoverStateResponse'];
export type WidgetLanguage = components['schemas']['WidgetLanguage'];
export type WidgetLogo = components['schemas']['WidgetLogo'];
export type WidgetLogoResponse = components['schemas']['WidgetLogoResponse'];
export type WidgetMessage = components['schemas']['WidgetMessage'];
export type WidgetMetaEvent = components['schemas']['WidgetMetaEvent'];
export type WidgetMode = components['schemas']['WidgetMode'];
export type WidgetNews = components['schemas']['WidgetNews'];
export type WidgetNewsResponse = components['schemas']['WidgetNewsResponse'];
export type WidgetPosition = components['schemas']['WidgetPosition'];
export type WidgetRating = components['schemas']['WidgetRating'];
export type WidgetRatingResponse = components['schemas']['WidgetRatingResponse'];
export type WidgetResponse = components['schemas']['WidgetResponse'];
export type WidgetSourcesEvent = components['schemas']['WidgetSourcesEvent'];
export type WidgetStreamEvent = components['schemas']['WidgetStreamEvent'];
export type WidgetTheme = components['schemas']['WidgetTheme'];
export type Workspace = components['schemas']['Workspace'];
export type WorkspaceOfPerson = components['schemas']['WorkspaceOfPerson'];
export type WorkspaceOfPersonPage = components['schemas']['WorkspaceOfPersonPage'];
export type WorkspaceOfPersonResponse = components['schemas']['WorkspaceOfPersonResponse'];
export type WorkspaceResponse = components['schemas']['WorkspaceResponse'];
export type ResponseBadRequest = components['responses']['BadRequest'];
export type ResponseConflict = components['responses']['Conflict'];
export type ResponseError = components['responses']['Error'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponsePreconditionFailed = components['responses']['PreconditionFailed'];
export type ResponseServiceUnavailable = components['responses']['ServiceUnavailable'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseUnprocessableEntity = components['responses']['UnprocessableEntity'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderRateLimitPolicy = components['headers']['RateLimit-Policy'];
export type HeaderRetryAfter = components['headers']['Retry-After'];
export interface operations {
    "account.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "account.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAccount"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "account.acceptInvitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitation"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    /** @description Where to read what was added, if it has a URL. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "account.getConfirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmationResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "account.confirm": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmBody"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmationResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "account.getInvitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationToken"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationDetailsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "account.signInWithPasskey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeySignIn"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "account.startPasskeySignIn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyRequestOptionsResponse"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "account.listPasskeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "account.createPasskey": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddPasskey"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    /** @description Where to read what was added, if it has a URL. */
                    Location?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "account.deletePasskey": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the passkey, prefix `pky_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "account.updatePasskey": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the passkey, prefix `pky_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePasskey"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "account.startPasskey": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyCreationOptionsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "account.getSecondFactor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "account.createRecoveryCodes": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "account.startTotp": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewTotpResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "account.deleteTotp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DisableTotp"];
            };
        };
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "account.confirmTotp": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmTotp"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "account.signIn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInBody"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "account.listSignInMethods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInMethodsResponse"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "account.listSignIns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "account.endSignIn": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the sign-in, prefix `sgn_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "account.signOut": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "agents.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
                /** @description Only agents with this status. */
                status?: components["schemas"]["AgentStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "agents.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAgent"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    /** @description Where to read what was added, if it has a URL. */
                    Location?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "agents.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "agents.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "agents.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` of the version that you read. If someone has changed the resource since, the request changes nothing and gets 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAgent"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "agents.chat": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatBody"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatAnswerResponse"];
                    "text/event-stream": components["schemas"]["ChatStreamEvent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "conversations.listForAgent": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description Only conversations whose hand-over has this status. */
                handover?: components["schemas"]["HandoverStatus"];
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
                /** @description Only the session with this id. */
                session_id?: string;
            };
            header?: never;
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "conversations.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
                /** @description The id of the session, as the client chose it or the first reply returned it. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "conversations.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
                /** @description The id of the session, as the client chose it or the first reply returned it. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateConversation"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "conversations.requestHandover": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
                /** @description The id of the session, as the client chose it or the first reply returned it. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestHandover"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    /** @description Where to read what was added, if it has a URL. */
                    Location?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandoverOfSessionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "conversations.updateHandover": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
                /** @description The id of the session, as the client chose it or the first reply returned it. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateHandover"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandoverOfSessionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "conversations.listMessages": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
                /** @description The id of the session, as the client chose it or the first reply returned it. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "conversations.sendMessage": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
                /** @description The id of the session, as the client chose it or the first reply returned it. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonMessage"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    /** @description Where to read what was added, if it has a URL. */
                    Location?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "conversations.rateMessage": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
                /** @description The id of the reply, prefix `msg_`. */
                message_id: string;
                /** @description The id of the session, as the client chose it or the first reply returned it. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Feedback"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "conversations.setVerdict": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
                /** @description The id of the reply, prefix `msg_`. */
                message_id: string;
                /** @description The id of the session, as the client chose it or the first reply returned it. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerdictOfReviewer"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "conversations.deleteVerdict": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
                /** @description The id of the reply, prefix `msg_`. */
                message_id: string;
                /** @description The id of the session, as the client chose it or the first reply returned it. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "agentVersions.getDraft": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentDraftResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "agentVersions.saveDraft": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveAgentDraft"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentDraftResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "agentVersions.discardDraft": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "agentVersions.publish": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublishAgent"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "agentTokens.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishableTokenPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "agentTokens.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePublishableToken"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    /** @description Where to read what was added, if it has a URL. */
                    Location?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishableTokenResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "agentTokens.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
                /** @description The id of the publishable token, prefix `tok_`. */
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "agentTokens.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
                /** @description The id of the publishable token, prefix `tok_`. */
                token_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePublishableToken"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishableTokenResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "trials.getModels": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrialModelsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "trials.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrialBody"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrialResponse"];
                    "text/event-stream": components["schemas"]["TrialStreamEvent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "agentVersions.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedAgentVersionPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "agentVersions.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
                /** @description The number of the version. */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentVersionResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "agentVersions.restore": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
                /** @description The number of the version. */
                number: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RestoreAgentVersion"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "agentWidget.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WidgetDesignResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "agentWidget.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetWidgetAppearance"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WidgetAppearanceResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "agentWidget.setLogo": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWidgetLogo"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WidgetLogoResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "agentWidget.removeLogo": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the agent, prefix `agt_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "agents.activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentActivityResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "answers.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description Only answers of this knowledge base. */
                knowledge_base_id?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
                /** @description Words that the question, a variant or the answer contains, ignoring case and accents. All must be there. */
                q?: string;
                /** @description Only answers that are enabled or disabled, or whose sources have changed. */
                state?: "enabled" | "disabled" | "needs_review";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PinnedAnswerPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "answers.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePinnedAnswer"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    /** @description Where to read what was added, if it has a URL. */
                    Location?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PinnedAnswerResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "answers.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the pinned answer, prefix `ans_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PinnedAnswerResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "answers.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the pinned answer, prefix `ans_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "answers.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` of the version that you read. If someone has changed the resource since, the request changes nothing and gets 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the pinned answer, prefix `ans_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePinnedAnswer"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PinnedAnswerResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "answers.listVersions": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the pinned answer, prefix `ans_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PinnedAnswerVersionPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "answers.import": {
        parameters: {
            query?: {
                /** @description Checks everything and says what would change, but changes nothing. */
                dry_run?: "true" | "false";
            };
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportAnswers"];
                "application/jsonl": string;
                "text/csv": string;
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResultResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "apiKeys.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "apiKeys.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKey"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    /** @description Where to read what was added, if it has a URL. */
                    Location?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKeyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "apiKeys.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the API key, prefix `key_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "apiKeys.revoke": {
        parameters: {
            query?: {
                /** @description `true`: you take over what was made with the key, and it stays valid. `false`: it ends, even in a rotation, and even if someone else has taken it over. */
                adopt?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description The id of the API key, prefix `key_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "apiKeys.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the API key, prefix `key_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateApiKey"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "apiKeys.listGrants": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the API key, prefix `key_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GrantPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "auditLog.list": {
        parameters: {
            query?: {
                /** @description Only entries of this action, such as `key.created`. */
                action?: string;
                /** @description Only changes by this account, API key or publishable token. */
                actor_id?: string;
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
                /** @description Entries at or after this time. */
                since?: string;
                /** @description Only changes of this, such as an agent or API key. */
                subject_id?: string;
                /** @description Entries before this time. */
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "openai.createChatCompletion": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description How the reply shows its sources. `annotations`: beside the text. `markers`: also as `[1]` in it. `footnotes`: also as a list of links below it. `none`: neither. By default as `CITATION_STYLE` says. */
                "x-citation-style"?: "annotations" | "markers" | "footnotes" | "none";
                /** @description The chat of Open WebUI, which sends it with `ENABLE_FORWARD_USER_INFO_HEADERS`: the session, while the messages sent are the context. */
                "x-openwebui-chat-id"?: string | "";
                /** @description As `session_id` in the body. */
                "x-session-id"?: string | "";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompletionBody"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Completion"];
                    "text/event-stream": components["schemas"]["CompletionChunk"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "workspace.getConfiguration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfigurationResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "workspace.listModels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelStatePage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "workspace.testModel": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestModel"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelTestResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "connectors.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectorPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "connectors.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateConnector"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    /** @description Where to read what was added, if it has a URL. */
                    Location?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectorResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "connectors.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the connector, prefix `con_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectorResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "connectors.delete": {
        parameters: {
            query?: {
                /** @description What becomes of the sources of its documents. Defaults to `keep`. */
                sources?: "keep" | "delete";
            };
            header?: never;
            path: {
                /** @description The id of the connector, prefix `con_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "connectors.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` of the version that you read. If someone has changed the resource since, the request changes nothing and gets 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the connector, prefix `con_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateConnector"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectorResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "connectors.listDocuments": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
                /** @description Only documents with this status. */
                status?: components["schemas"]["ConnectorDocumentStatus"];
            };
            header?: never;
            path: {
                /** @description The id of the connector, prefix `con_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectorDocumentPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "connectors.listRuns": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the connector, prefix `con_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectorRunPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "connectors.sync": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the connector, prefix `con_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was accepted, and goes on in the background. */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectorResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "conversations.list": {
        parameters: {
            query?: {
                /** @description Only conversations with this agent. */
                agent_id?: string;
                /** @description Only conversations of this account or API key; `me` is yourself, and `none` no one. */
                assignee?: string;
                /** @description Only conversations with a reply of less than this confidence. */
                below_confidence?: number;
                /** @description Only conversations of this channel: `api`, `dashboard`, `openai`, `widget`, `mcp`, or one that a client named in the metadata. */
                channel?: string;
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description Only conversations with a reply that says there is no answer, or that answers. */
                fallback?: "true" | "false";
                /** @description Only conversations whose hand-over has this status. */
                handover?: components["schemas"]["HandoverStatus"];
                /** @description Only conversations in this language, in ISO 639-1, such as `en`. */
                language?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
                /** @description Only conversations with a reply of at most this confidence. */
                max_confidence?: number;
                /** @description Only conversations with a reply of at least this confidence. */
                min_confidence?: number;
                /** @description `desc`: most recent activity first. `asc`: least recent activity first. Defaults to `desc`. */
                order?: "desc" | "asc";
                /** @description Only conversations with a message that has all of these words, in any order. A word of three letters or more also finds words that begin with it. Case and accents do not matter. Chinese, Japanese, Korean and Thai are found by characters. */
                q?: string;
                /** @description Only conversations with a reply that has this rating. */
                rating?: "up" | "down";
                /** @description Only conversations with a reply of this time or later, small talk aside. */
                replied_since?: string;
                /** @description Only conversations with a reply before this time. `replied_since`, the confidence, `fallback` and then also `rating` are about the same reply. */
                replied_until?: string;
                /** @description Only conversations with this id. Each agent may have one. */
                session_id?: string;
                /** @description Only conversations that began at this time or later. */
                since?: string;
                /** @description Only conversations in this state. */
                state?: components["schemas"]["ConversationState"];
                /** @description Only conversations with this tag. */
                tag?: string;
                /** @description `none`: without the dashboard's test chats. */
                tests?: "none";
                /** @description Only conversations that began before this time. */
                until?: string;
                /** @description Only conversations with a reply that a reviewer judged so. */
                verdict?: "right" | "wrong" | "incomplete";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationOfAgentPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "conversations.listAssignees": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PossibleAssigneePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "conversations.bulkUpdate": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkConversationChange"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkConversationResultResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "conversations.getCounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationCountsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "conversations.export": {
        parameters: {
            query?: {
                /** @description Only conversations with this agent. */
                agent_id?: string;
                /** @description Only conversations of this account or API key; `me` is yourself, and `none` no one. */
                assignee?: string;
                /** @description Only conversations with a reply of less than this confidence. */
                below_confidence?: number;
                /** @description Only conversations of this channel: `api`, `dashboard`, `openai`, `widget`, `mcp`, or one that a client named in the metadata. */
                channel?: string;
                /** @description Only conversations with a reply that says there is no answer, or that answers. */
                fallback?: "true" | "false";
                /** @description How they are written. Defaults to `ndjson`. */
                format?: "ndjson" | "csv";
                /** @description Only conversations whose hand-over has this status. */
                handover?: components["schemas"]["HandoverStatus"];
                /** @description Only conversations in this language, in ISO 639-1, such as `en`. */
                language?: string;
                /** @description Only conversations with a reply of at most this confidence. */
                max_confidence?: number;
                /** @description Only conversations with a reply of at least this confidence. */
                min_confidence?: number;
                /** @description Only conversations with a message that has all of these words, in any order. A word of three letters or more also finds words that begin with it. Case and accents do not matter. Chinese, Japanese, Korean and Thai are found by characters. */
                q?: string;
                /** @description Only conversations with a reply that has this rating. */
                rating?: "up" | "down";
                /** @description Only conversations with a reply of this time or later, small talk aside. */
                replied_since?: string;
                /** @description Only conversations with a reply before this time. `replied_since`, the confidence, `fallback` and then also `rating` are about the same reply. */
                replied_until?: string;
                /** @description Only conversations with this id. Each agent may have one. */
                session_id?: string;
                /** @description Only conversations that began at this time or later. */
                since?: string;
                /** @description Only conversations in this state. */
                state?: components["schemas"]["ConversationState"];
                /** @description Only conversations with this tag. */
                tag?: string;
                /** @description `none`: without the dashboard's test chats. */
                tests?: "none";
                /** @description Only conversations that began before this time. */
                until?: string;
                /** @description Only conversations with a reply that a reviewer judged so. */
                verdict?: "right" | "wrong" | "incomplete";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "openai.createEmbedding": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmbeddingBody"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmbeddingList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "evaluations.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
                /** @description Only evaluations of this question set. */
                question_set_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvaluationPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "evaluations.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEvaluation"];
            };
        };
        responses: {
            /** @description It was accepted, and goes on in the background. */
            202: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvaluationResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "evaluations.get": {
        parameters: {
            query?: {
                /** @description Seconds to wait for the status to leave `running`. Defaults to `0`. */
                wait?: number;
            };
            header?: never;
            path: {
                /** @description The id of the evaluation, prefix `eval_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvaluationWithOutcomesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "evaluations.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the evaluation, prefix `eval_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "evaluations.cancel": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the evaluation, prefix `eval_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvaluationResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "evaluations.getChart": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the evaluation, prefix `eval_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "evaluations.listQuestions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the evaluation, prefix `eval_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvaluationQuestionsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "events.list": {
        parameters: {
            query?: {
                /** @description Only events after this time. */
                created_after?: string;
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
                /** @description Only events of these types. Repeat the parameter for several. */
                type?: components["schemas"]["EventType"][];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "workspace.export": {
        parameters: {
            query: {
                /** @description What to export. */
                what: "conversations" | "sources" | "audit_log";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "insights.listGaps": {
        parameters: {
            query?: {
                /** @description Only conversations with this agent. */
                agent_id?: string;
                /** @description Only conversations of this channel, such as `widget`. */
                channel?: string;
                /** @description Days to look back, in UTC, including today. Defaults to `30`. */
                days?: number;
                /** @description Also counts the test chats of the dashboard. */
                include?: "tests";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GapsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "insights.dismissGap": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DismissGap"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DismissedGapResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "insights.suggestAnswer": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuggestAnswer"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuggestedAnswerResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "invitations.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "invitations.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInvitation"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    /** @description Where to read what was added, if it has a URL. */
                    Location?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewInvitationResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "invitations.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the invitation, prefix `inv_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "invitations.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the invitation, prefix `inv_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "archives.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description Only archives of these knowledge bases. Repeat the parameter for several. */
                knowledge_base_ids?: string[];
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
                /** @description Only archives with this status. */
                status?: components["schemas"]["ArchiveStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchivePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "archives.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["CreateArchive"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    /** @description Where to read what was added, if it has a URL. */
                    Location?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchiveResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "archives.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the archive, prefix `arc_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchiveResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "archives.listEntries": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
                /** @description Only entries with this status. */
                status?: components["schemas"]["ArchiveEntryStatus"];
            };
            header?: never;
            path: {
                /** @description The id of the archive, prefix `arc_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchiveEntryPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "sources.watch": {
        parameters: {
            query?: {
                /** @description The id of the last event that you have, to go on from there. The header `Last-Event-ID`, which browsers send when they connect again, comes before it. */
                last_event_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["SourceStreamEvent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "crawls.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description Only crawls into these knowledge bases. Repeat the parameter for several. */
                knowledge_base_ids?: string[];
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
                /** @description Only crawls with this status. */
                status?: components["schemas"]["CrawlStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CrawlPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "crawls.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the crawl, prefix `crawl_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CrawlResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "crawls.cancel": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the crawl, prefix `crawl_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CrawlResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "crawls.listPages": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
                /** @description Only pages with this status. */
                status?: components["schemas"]["CrawledPageStatus"];
            };
            header?: never;
            path: {
                /** @description The id of the crawl, prefix `crawl_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CrawledPagePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "sources.list": {
        parameters: {
            query?: {
                /** @description The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several. */
                as_user?: string[];
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The id of the source where it comes from, such as a path or the key of a record; unique in the knowledge base. */
                external_id?: string;
                /** @description A filter on metadata, as JSON: the same as the field `filter` of `POST /v1/query`, such as `{"type":"eq","key":"language","value":"de"}`. */
                filter?: string;
                /** @description Only sources of these knowledge bases. Repeat the parameter for several. */
                knowledge_base_ids?: string[];
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
                /** @description Only sources whose name begins with it, or for a web page its URL without `https://`: `handbook/` or `docs.example.com/guides/`. Case matters. */
                name_prefix?: string;
                /** @description Only restricted sources whose `allowed` has this principal. */
                principal?: string;
                /** @description Part of the name or file name; case does not matter. */
                q?: string;
                /** @description What to sort by; with `-`, the last or largest first. `name` takes A to Z as a to z, and all else by code point. Defaults to `-created_at`. */
                sort?: "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "size_bytes" | "-size_bytes" | "chunk_count" | "-chunk_count" | "status" | "-status";
                /** @description Only sources with this status. */
                status?: components["schemas"]["SourceStatus"];
                /** @description Only sources with any of these tags. Repeat the parameter for several. */
                tags?: string[];
                /** @description Only sources of this type. */
                type?: components["schemas"]["SourceType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourcePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "sources.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSource"];
                "multipart/form-data": components["schemas"]["CreateDocumentSource"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceResponse"];
                };
            };
            /** @description It was added. */
            201: {
                headers: {
                    /** @description Where to read what was added, if it has a URL. */
                    Location?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "sources.get": {
        parameters: {
            query?: {
                /** @description The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several. */
                as_user?: string[];
                /** @description How many seconds to wait while the status is `processing`; `deep` waits at most 60 seconds, also while `understanding` is `pending`. Defaults to `0`. */
                wait?: number | "deep";
            };
            header?: never;
            path: {
                /** @description The id of the source, prefix `src_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "sources.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the source, prefix `src_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "sources.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` of the version that you read. If someone has changed the resource since, the request changes nothing and gets 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the source, prefix `src_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSource"];
                "multipart/form-data": components["schemas"]["UpdateSourceForm"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "sources.listChunks": {
        parameters: {
            query?: {
                /** @description The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several. */
                as_user?: string[];
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the source, prefix `src_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceChunkPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "sources.getContent": {
        parameters: {
            query?: {
                /** @description The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several. */
                as_user?: string[];
                /** @description The most UTF-16 code units of a part. Without it, the text to its end. */
                limit?: number;
                /** @description Where the part begins, in UTF-16 code units: `next_offset` of the previous part. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The id of the source, prefix `src_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceContentResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "sources.download": {
        parameters: {
            query?: {
                /** @description The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several. */
                as_user?: string[];
            };
            header?: never;
            path: {
                /** @description The id of the source, prefix `src_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                    "application/octet-stream": string;
                };
            };
            /** @description The answer. */
            206: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The answer. */
            304: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "sources.listHistory": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the source, prefix `src_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceHistoryEntryPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "sources.getPlaces": {
        parameters: {
            query?: {
                /** @description The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several. */
                as_user?: string[];
                /** @description Where the passage ends, exclusive: at most 20,000 UTF-16 code units after `start`. */
                end?: number;
                /** @description Where the passage begins in the text, as in a citation, a chunk or a result. */
                start?: number;
            };
            header?: never;
            path: {
                /** @description The id of the source, prefix `src_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourcePlacesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "sources.reindex": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the source, prefix `src_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "sources.render": {
        parameters: {
            query?: {
                /** @description The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several. */
                as_user?: string[];
                /** @description Where the passage ends, exclusive. */
                end?: number;
                /** @description Where a passage to mark begins, as in a citation. It gets `id="passage"`. */
                start?: number;
            };
            header?: never;
            path: {
                /** @description The id of the source, prefix `src_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "sources.listSimilar": {
        parameters: {
            query?: {
                /** @description The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several. */
                as_user?: string[];
                /** @description The most sources to return. Defaults to `10`. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the source, prefix `src_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimilarSourcesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "sources.createBatch": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSources"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedSourcesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "sources.bulkUpdate": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkChange"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResultResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "sources.upsert": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the source where it comes from, such as a path or the key of a record; unique in the knowledge base. */
                external_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpsertSource"];
                "multipart/form-data": components["schemas"]["UpsertDocumentSource"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpsertedSourceResponse"];
                };
            };
            /** @description It was added. */
            201: {
                headers: {
                    /** @description Where to read what was added, if it has a URL. */
                    Location?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpsertedSourceResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "sources.getCounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceCountsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "crawls.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCrawl"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    /** @description Where to read what was added, if it has a URL. */
                    Location?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CrawlResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "sources.export": {
        parameters: {
            query?: {
                /** @description The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several. */
                as_user?: string[];
                /** @description The id of the source where it comes from, such as a path or the key of a record; unique in the knowledge base. */
                external_id?: string;
                /** @description A filter on metadata, as JSON: the same as the field `filter` of `POST /v1/query`, such as `{"type":"eq","key":"language","value":"de"}`. */
                filter?: string;
                /** @description Only sources of these knowledge bases. Repeat the parameter for several. */
                knowledge_base_ids?: string[];
                /** @description Only sources whose name begins with it, or for a web page its URL without `https://`: `handbook/` or `docs.example.com/guides/`. Case matters. */
                name_prefix?: string;
                /** @description Only restricted sources whose `allowed` has this principal. */
                principal?: string;
                /** @description Part of the name or file name; case does not matter. */
                q?: string;
                /** @description What to sort by; with `-`, the last or largest first. `name` takes A to Z as a to z, and all else by code point. Defaults to `-created_at`. */
                sort?: "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "size_bytes" | "-size_bytes" | "chunk_count" | "-chunk_count" | "status" | "-status";
                /** @description Only sources with this status. */
                status?: components["schemas"]["SourceStatus"];
                /** @description Only sources with any of these tags. Repeat the parameter for several. */
                tags?: string[];
                /** @description Only sources of this type. */
                type?: components["schemas"]["SourceType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "sources.listFolders": {
        parameters: {
            query?: {
                /** @description The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several. */
                as_user?: string[];
                /** @description The id of the source where it comes from, such as a path or the key of a record; unique in the knowledge base. */
                external_id?: string;
                /** @description A filter on metadata, as JSON: the same as the field `filter` of `POST /v1/query`, such as `{"type":"eq","key":"language","value":"de"}`. */
                filter?: string;
                /** @description Only sources of these knowledge bases. Repeat the parameter for several. */
                knowledge_base_ids?: string[];
                /** @description Only sources whose name begins with it, or for a web page its URL without `https://`: `handbook/` or `docs.example.com/guides/`. Case matters. */
                name_prefix?: string;
                /** @description Only restricted sources whose `allowed` has this principal. */
                principal?: string;
                /** @description Part of the name or file name; case does not matter. */
                q?: string;
                /** @description Only sources with this status. */
                status?: components["schemas"]["SourceStatus"];
                /** @description Only sources with any of these tags. Repeat the parameter for several. */
                tags?: string[];
                /** @description Only sources of this type. */
                type?: components["schemas"]["SourceType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceFoldersResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "knowledgeBases.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeBasePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "knowledgeBases.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKnowledgeBase"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    /** @description Where to read what was added, if it has a URL. */
                    Location?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeBaseResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "knowledgeBases.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the knowledge base, prefix `kb_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeBaseResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "knowledgeBases.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the knowledge base, prefix `kb_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "knowledgeBases.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` of the version that you read. If someone has changed the resource since, the request changes nothing and gets 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the knowledge base, prefix `kb_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateKnowledgeBase"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeBaseResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "knowledgeBases.getActivity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KnowledgeBaseActivityResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "limits.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LimitsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "members.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "members.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the member, which is that of the account, prefix `acc_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "members.delete": {
        parameters: {
            query?: {
                /** @description `true`: you take over the API keys, publishable tokens and webhooks that would end, and they stay valid. Invitations always end. An API key can take over only in its own environment, and must not be one that ends with the member. */
                adopt?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description The id of the member, which is that of the account, prefix `acc_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "members.update": {
        parameters: {
            query?: {
                /** @description `true`: you take over the API keys, publishable tokens and webhooks that would end, and they stay valid. Invitations always end. An API key can take over only in its own environment, and must not be one that ends with the member. */
                adopt?: "true" | "false";
            };
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` of the version that you read. If someone has changed the resource since, the request changes nothing and gets 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the member, which is that of the account, prefix `acc_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMember"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "members.listGrants": {
        parameters: {
            query?: {
                /** @description Lists what would end if the member got this role. */
                role?: components["schemas"]["Role"];
            };
            header?: never;
            path: {
                /** @description The id of the member, which is that of the account, prefix `acc_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GrantPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "openai.listModels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "openai.getModel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id or the name of an agent. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentModel"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "insights.getOverview": {
        parameters: {
            query?: {
                /** @description Only conversations with this agent. */
                agent_id?: string;
                /** @description Only conversations of this channel, such as `widget`. */
                channel?: string;
                /** @description Days to look back, in UTC, including today. Defaults to `30`. */
                days?: number;
                /** @description Also counts the test chats of the dashboard. */
                include?: "tests";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverviewResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "insights.getAttention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttentionResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "search.queryByUrl": {
        parameters: {
            query: {
                /** @description The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several. */
                as_user?: string[];
                /** @description A filter on metadata, as JSON: the same as the field `filter` of `POST /v1/query`, such as `{"type":"eq","key":"language","value":"de"}`. */
                filter?: string;
                /** @description What to add to each result. Repeat the parameter for both. */
                include?: ("score_details" | "matches")[];
                /** @description Only these knowledge bases. Repeat the parameter for several. Defaults to all that you can see. */
                knowledge_base_ids?: string[];
                /** @description The most results. Defaults to `5`. */
                limit?: number;
                /** @description The most results from one source, so that other sources are shown too. */
                max_per_source?: number;
                /** @description Leaves out results with a lower score. */
                min_score?: number;
                /** @description Natural language; for `keyword`, keywords and phrases. Text in quotation marks must match exactly. */
                query: string;
                /** @description `semantic`: by meaning. `keyword`: by exact terms. `hybrid`: both, ranked by a combined score. Defaults to `hybrid`. */
                search_type?: "semantic" | "keyword" | "hybrid";
                /** @description Only these sources. Repeat the parameter for several. */
                source_ids?: string[];
                /** @description Only sources with any of these tags. Repeat the parameter for several. */
                tags?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResultResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "search.query": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchBody"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResultResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "questionSets.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionSetPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "questionSets.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateQuestionSet"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    /** @description Where to read what was added, if it has a URL. */
                    Location?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionSetResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "questionSets.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the question set, prefix `qset_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionSetWithQuestionsResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "questionSets.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the question set, prefix `qset_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "questionSets.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` of the version that you read. If someone has changed the resource since, the request changes nothing and gets 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the question set, prefix `qset_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateQuestionSet"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionSetResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "questionSets.import": {
        parameters: {
            query?: {
                /** @description Checks everything and says what would change, but changes nothing. */
                dry_run?: "true" | "false";
            };
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the question set, prefix `qset_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportQuestions"];
                "application/jsonl": string;
                "text/csv": string;
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedQuestionsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "questionSets.addQuestions": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the question set, prefix `qset_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddQuestions"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedQuestionsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "questionSets.deleteQuestion": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the question set, prefix `qset_`. */
                id: string;
                /** @description Id of the question. Prefix `qst_`. */
                question_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "questionSets.updateQuestion": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the question set, prefix `qset_`. */
                id: string;
                /** @description Id of the question. Prefix `qst_`. */
                question_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSetQuestion"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuestionSetResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "openai.createResponse": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description How the reply shows its sources. `annotations`: beside the text. `markers`: also as `[1]` in it. `footnotes`: also as a list of links below it. `none`: neither. By default as `CITATION_STYLE` says. */
                "x-citation-style"?: "annotations" | "markers" | "footnotes" | "none";
                /** @description The chat of Open WebUI, which sends it with `ENABLE_FORWARD_USER_INFO_HEADERS`: the session, while the messages sent are the context. */
                "x-openwebui-chat-id"?: string | "";
                /** @description As `session_id` in the body. */
                "x-session-id"?: string | "";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResponseBody"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Response"];
                    "text/event-stream": components["schemas"]["ResponseStreamEvent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "uploads.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the upload, prefix `up_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "uploads.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the upload, prefix `up_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "usage.get": {
        parameters: {
            query?: {
                /** @description The first day. Defaults to 29 days before `to`. */
                from?: string;
                /** @description Defaults to `day`. Repeat it for both: `group_by=day&group_by=key`. */
                group_by?: ("day" | "key")[];
                /** @description The last day. Defaults to today. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageReportResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "savedViews.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
                /** @description Only views of this list. */
                resource?: components["schemas"]["SavedList"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedViewPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "savedViews.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSavedView"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    /** @description Where to read what was added, if it has a URL. */
                    Location?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedViewResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "savedViews.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the saved view, prefix `view_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedViewResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "savedViews.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the saved view, prefix `view_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "savedViews.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the saved view, prefix `view_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSavedView"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedViewResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "webhooks.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "webhooks.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    /** @description Where to read what was added, if it has a URL. */
                    Location?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecretResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "webhooks.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook, prefix `wh_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "webhooks.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook, prefix `wh_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "webhooks.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` of the version that you read. If someone has changed the resource since, the request changes nothing and gets 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the webhook, prefix `wh_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhook"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "webhooks.listDeliveries": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. Empty or absent for the first page. */
                cursor?: string;
                /** @description The most items on a page. Defaults to `20`. */
                limit?: number;
                /** @description Only deliveries with this status. */
                status?: components["schemas"]["DeliveryStatus"];
            };
            header?: never;
            path: {
                /** @description The id of the webhook, prefix `wh_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "webhooks.getDelivery": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the delivery, prefix `dlv_`. */
                delivery_id: string;
                /** @description The id of the webhook, prefix `wh_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryWithPayloadResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "webhooks.retryDelivery": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the delivery, prefix `dlv_`. */
                delivery_id: string;
                /** @description The id of the webhook, prefix `wh_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryWithPayloadResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "webhooks.rotateSecret": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the webhook, prefix `wh_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecretResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "webhooks.test": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the webhook, prefix `wh_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    /** @description Where to read what was added, if it has a URL. */
                    Location?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryWithPayloadResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "widget.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The publishable token, `pub_live_…` or `pub_test_…`. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WidgetResponse"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "widget.chat": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The publishable token, `pub_live_…` or `pub_test_…`. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WidgetMessage"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["WidgetStreamEvent"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "widget.rateMessage": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The publishable token, `pub_live_…` or `pub_test_…`. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WidgetFeedback"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WidgetRatingResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "widget.requestHandover": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The publishable token, `pub_live_…` or `pub_test_…`. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WidgetHandover"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    /** @description Where to read what was added, if it has a URL. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WidgetHandoverStateResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "widget.getLogo": {
        parameters: {
            query?: {
                /** @description The hash of the logo. */
                v?: string;
            };
            header?: never;
            path: {
                /** @description The publishable token, `pub_live_…` or `pub_test_…`. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "widget.listMessages": {
        parameters: {
            query?: {
                /** @description Only messages after this one. */
                after?: string;
            };
            header: {
                /** @description A secret: anyone who knows it can continue the conversation. */
                "x-session-id": string;
            };
            path: {
                /** @description The publishable token, `pub_live_…` or `pub_test_…`. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WidgetNewsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "workspace.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceResponse"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "workspace.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` of the version that you read. If someone has changed the resource since, the request changes nothing and gets 412. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWorkspace"];
            };
        };
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "workspaces.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceOfPersonPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "workspaces.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: within 24 hours, the same request with the same key gets the first answer again, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWorkspace"];
            };
        };
        responses: {
            /** @description It was added. */
            201: {
                headers: {
                    /** @description Where to read what was added, if it has a URL. */
                    Location?: string;
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceOfPersonResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    "workspaces.delete": {
        parameters: {
            query: {
                /** @description The name of the workspace, as confirmation. */
                name: string;
            };
            header?: never;
            path: {
                /** @description The id of the workspace, prefix `ws_`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done; the answer has no body. */
            204: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
}

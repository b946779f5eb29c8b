"""Made from openapi.json by sdk/generator. Don't edit: run `npm run gen`."""

from __future__ import annotations

from datetime import datetime
from typing import Any, AsyncIterator, Dict, Iterator, List, Literal, Optional, Union

from . import models, params
from ._client import AsyncPages, AsyncResource, Page, Resource
from ._request import OMIT, Call, Omit, RequestOptions, ServerEvent, at


class AgentTokensResource(Resource):
    def create(
        self,
        id: str,
        *,
        name: str,
        allowed_origins: List[str],
        messages_per_minute: Union[int, Omit] = OMIT,
        token_budget: Union[params.ChangeTokenBudget, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.PublishableToken:
        """Create a publishable token of an agent.

        For a chat widget. It only works on pages of its origins, and gives access to nothing else. For admins; with the workspace setting `members_may_publish` also for members and read_write keys. It stops working when the member or key that created it is removed.

        `POST /v1/agents/{id}/tokens`

        Args:
            name: What people call it, on one line. Names need not be unique.
            allowed_origins: Origins of the pages that may use it, such as https://example.com.
            messages_per_minute: The limit for all visitors together. Defaults to `60`.
        """
        answer_: models.PublishableToken = self._client.send(Call("POST", at("/v1/agents/{}/tokens", id), json={"name": name, "allowed_origins": allowed_origins, "messages_per_minute": messages_per_minute, "token_budget": token_budget}, options=options), models.PublishableToken)
        return answer_

    def delete(
        self,
        id: str,
        token_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a publishable token.

        Immediate and permanent. Chats that use it end.

        `DELETE /v1/agents/{id}/tokens/{token_id}`
        """
        self._client.send(Call("DELETE", at("/v1/agents/{}/tokens/{}", id, token_id), options=options), None)

    def list(
        self,
        id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.PublishableToken]:
        """List the publishable tokens of an agent.

        Newest first.

        `GET /v1/agents/{id}/tokens`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.send_for_page(Call("GET", at("/v1/agents/{}/tokens", id), query={"limit": limit, "cursor": cursor}, options=options), models.PublishableToken)

    def update(
        self,
        id: str,
        token_id: str,
        *,
        name: Union[str, Omit] = OMIT,
        allowed_origins: Union[List[str], Omit] = OMIT,
        enabled: Union[bool, Omit] = OMIT,
        messages_per_minute: Union[int, Omit] = OMIT,
        token_budget: Union[params.ChangeTokenBudget, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.PublishableToken:
        """Change a publishable token.

        For those who may create one; everyone with write access may set `enabled` to false.

        `PATCH /v1/agents/{id}/tokens/{token_id}`

        Args:
            name: What people call it, on one line. Names need not be unique.
            allowed_origins: Origins of the pages that may use it, such as https://example.com.
            enabled: False ends the chats that use it, and refuses new ones.
            messages_per_minute: The limit for all visitors together.
        """
        answer_: models.PublishableToken = self._client.send(Call("PATCH", at("/v1/agents/{}/tokens/{}", id, token_id), json={"name": name, "allowed_origins": allowed_origins, "enabled": enabled, "messages_per_minute": messages_per_minute, "token_budget": token_budget}, options=options), models.PublishableToken)
        return answer_


class AgentVersionsResource(Resource):
    def discard_draft(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Discard the draft of an agent.

        What is live stays.

        `DELETE /v1/agents/{id}/draft`
        """
        self._client.send(Call("DELETE", at("/v1/agents/{}/draft", id), options=options), None)

    def get(
        self,
        id: str,
        number: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.AgentVersion:
        """Get a version of an agent.

        With its settings. Knowledge bases in it may have been deleted since.

        `GET /v1/agents/{id}/versions/{number}`
        """
        answer_: models.AgentVersion = self._client.send(Call("GET", at("/v1/agents/{}/versions/{}", id, number), options=options), models.AgentVersion)
        return answer_

    def get_draft(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.AgentDraft:
        """Get the draft of an agent.

        Answers 404 without one. Its version is that of the agent, for `If-Match`.

        `GET /v1/agents/{id}/draft`
        """
        answer_: models.AgentDraft = self._client.send(Call("GET", at("/v1/agents/{}/draft", id), options=options), models.AgentDraft)
        return answer_

    def list(
        self,
        id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.ListedAgentVersion]:
        """List the versions of an agent.

        Newest first; the first one is live. The newest 100 are kept.

        `GET /v1/agents/{id}/versions`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.send_for_page(Call("GET", at("/v1/agents/{}/versions", id), query={"limit": limit, "cursor": cursor}, options=options), models.ListedAgentVersion)

    def publish(
        self,
        id: str,
        *,
        note: Union[Union[str, None], Omit] = OMIT,
        changes: Union[params.SaveAgentDraft, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Agent:
        """Publish the draft of an agent.

        The draft goes live as a new version, and is gone as a draft. `changes` are published in its place. Answers 409 if there is nothing to publish.

        `POST /v1/agents/{id}/publish`

        Args:
            note: Why, for the list of versions.
            changes: Published in place of the saved draft.
        """
        answer_: models.Agent = self._client.send(Call("POST", at("/v1/agents/{}/publish", id), json={"note": note, "changes": changes}, options=options), models.Agent)
        return answer_

    def restore(
        self,
        id: str,
        number: str,
        *,
        note: Union[Union[str, None], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Agent:
        """Roll an agent back to a version.

        Publishes the settings of that version as a new one. Knowledge bases that were deleted since are left out. The draft stays. Answers 409 if it is what is live, or if none of its knowledge bases exists any more.

        `POST /v1/agents/{id}/versions/{number}/restore`

        Args:
            note: Why, for the list of versions.
        """
        answer_: models.Agent = self._client.send(Call("POST", at("/v1/agents/{}/versions/{}/restore", id, number), json={"note": note}, options=options), models.Agent)
        return answer_

    def save_draft(
        self,
        id: str,
        *,
        name: Union[str, Omit] = OMIT,
        knowledge_base_ids: Union[List[str], Omit] = OMIT,
        welcome_message: Union[Union[str, None], Omit] = OMIT,
        fallback_message: Union[Union[str, None], Omit] = OMIT,
        system_prompt: Union[Union[str, None], Omit] = OMIT,
        min_confidence: Union[Union[float, None], Omit] = OMIT,
        temperature: Union[Union[float, None], Omit] = OMIT,
        response_length: Union[Literal["short", "medium", "detailed"], Omit] = OMIT,
        handover: Union[Literal["never", "on_request", "on_low_confidence"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.AgentDraft:
        """Save a draft of an agent.

        Replaces the draft. Nothing of it is live before it is published; try it with `draft: true` in a chat. Settings that are as they are live are left out of it.

        `PUT /v1/agents/{id}/draft`

        Args:
            name: What people call it, on one line. Names need not be unique.
            knowledge_base_ids: The knowledge bases that it answers from.
            welcome_message: Sent when a new session starts. Blank or null: none.
            fallback_message: Sent when no source answers. Blank or null: a general sentence.
            system_prompt: Persona and behaviour, for the language model. Blank or null: none.
            min_confidence: Replies below this confidence are replaced by the fallback message. Null: the default of the service.
            temperature: Temperature of the language model. Null: the default of the provider.
        """
        answer_: models.AgentDraft = self._client.send(Call("PUT", at("/v1/agents/{}/draft", id), json={"name": name, "knowledge_base_ids": knowledge_base_ids, "welcome_message": welcome_message, "fallback_message": fallback_message, "system_prompt": system_prompt, "min_confidence": min_confidence, "temperature": temperature, "response_length": response_length, "handover": handover}, options=options), models.AgentDraft)
        return answer_


class AgentWidgetResource(Resource):
    def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.WidgetDesign:
        """Get how the chat widgets of an agent look.

        With the logo. Its version is that of the agent, for `If-Match`.

        `GET /v1/agents/{id}/widget`
        """
        answer_: models.WidgetDesign = self._client.send(Call("GET", at("/v1/agents/{}/widget", id), options=options), models.WidgetDesign)
        return answer_

    def remove_logo(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Remove the logo of the chat widgets of an agent.

        They show none.

        `DELETE /v1/agents/{id}/widget/logo`
        """
        self._client.send(Call("DELETE", at("/v1/agents/{}/widget/logo", id), options=options), None)

    def set_logo(
        self,
        id: str,
        *,
        content: str,
        options: Optional[RequestOptions] = None,
    ) -> models.WidgetLogo:
        """Set the logo of the chat widgets of an agent.

        PNG, JPEG or WebP by its bytes, at most 64 KB.

        `PUT /v1/agents/{id}/widget/logo`

        Args:
            content: A PNG, JPEG or WebP image, in base64.
        """
        answer_: models.WidgetLogo = self._client.send(Call("PUT", at("/v1/agents/{}/widget/logo", id), json={"content": content}, options=options), models.WidgetLogo)
        return answer_

    def update(
        self,
        id: str,
        *,
        color: Union[Union[str, None], Omit] = OMIT,
        position: Union[Literal["end", "start"], Omit] = OMIT,
        mode: Union[Literal["bubble", "inline", "search"], Omit] = OMIT,
        theme: Union[Literal["page", "light", "dark"], Omit] = OMIT,
        language: Union[Union[Literal["en", "de", "es", "fr", "pt-BR", "ja", "zh-Hans", "ar"], None], Omit] = OMIT,
        greeting: Union[Union[str, None], Omit] = OMIT,
        starter_questions: Union[List[str], Omit] = OMIT,
        translations: Union[Dict[str, Any], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.WidgetAppearance:
        """Set how the chat widgets of an agent look.

        Replaces all of it but the logo. Widgets show it at the next visit; attributes of their line of HTML win.

        `PUT /v1/agents/{id}/widget`

        Args:
            color: Of buttons and links, as `#rrggbb`; null takes the blue of Footnote.
            position: Defaults to `end`.
            mode: Defaults to `bubble`.
            theme: Defaults to `page`.
            language: Null follows the page, then the browser of the visitor. Defaults to `null`.
            greeting: Said in an empty chat; null takes the welcome message of the agent.
            starter_questions: Questions that visitors ask with a click, in an empty chat. Defaults to an empty list.
            translations: Greeting and starter questions in other languages, by language.
        """
        answer_: models.WidgetAppearance = self._client.send(Call("PUT", at("/v1/agents/{}/widget", id), json={"color": color, "position": position, "mode": mode, "theme": theme, "language": language, "greeting": greeting, "starter_questions": starter_questions, "translations": translations}, options=options), models.WidgetAppearance)
        return answer_


class AgentsResource(Resource):
    def activity(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.AgentActivity:
        """Get what the agents answered lately.

        Of the last 7 days. Test chats, small talk and what is said about a hand-over are left out.

        `GET /v1/agents/activity`
        """
        answer_: models.AgentActivity = self._client.send(Call("GET", "/v1/agents/activity", options=options), models.AgentActivity)
        return answer_

    def chat(
        self,
        id: str,
        *,
        message: str,
        session_id: Union[str, Omit] = OMIT,
        format: Union[Literal["markdown", "text"], Omit] = OMIT,
        filter: Union[Union[params.EqualityFilter, params.OrderFilter, params.ListFilter, params.ExistenceFilter, params.CompoundFilter], Omit] = OMIT,
        draft: Union[bool, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        metadata: Union[Dict[str, Any], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.ChatAnswer:
        """Send a message to an agent.

        A stream sends the events `meta`, `search` if the language model asks for another search, `delta` for each piece of the reply, `withdraw` for one that does not stand, `sources`, and `done` with the whole answer, or `error`.

        `POST /v1/agents/{id}/chat`

        Args:
            message: What the person says.
            session_id: Chosen by the client; send the same value to continue a conversation. Created when absent.
            format: The form of `reply`. `text` takes out the marks of Markdown; the transcript keeps them. Defaults to `markdown`.
            filter: Answers only from sources whose metadata matches. A pinned answer with sources is given only if all of them match.
            draft: Answers by the saved draft of the agent, as a test: it counts neither as usage nor in insights. For signed-in people and keys with scope `admin`. Without a draft, by what is live.
            as_user: The principals for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source.
            metadata: Stored with the session and shown in the list of sessions. Replaces earlier metadata.
        """
        answer_: models.ChatAnswer = self._client.send(Call("POST", at("/v1/agents/{}/chat", id), json={"message": message, "session_id": session_id, "format": format, "filter": filter, "draft": draft, "as_user": as_user, "metadata": metadata}, options=options), models.ChatAnswer)
        return answer_

    def stream(
        self,
        id: str,
        *,
        message: str,
        session_id: Union[str, Omit] = OMIT,
        format: Union[Literal["markdown", "text"], Omit] = OMIT,
        filter: Union[Union[params.EqualityFilter, params.OrderFilter, params.ListFilter, params.ExistenceFilter, params.CompoundFilter], Omit] = OMIT,
        draft: Union[bool, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        metadata: Union[Dict[str, Any], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Iterator[ServerEvent]:
        """Send a message to an agent.

        A stream sends the events `meta`, `search` if the language model asks for another search, `delta` for each piece of the reply, `withdraw` for one that does not stand, `sources`, and `done` with the whole answer, or `error`.

        `POST /v1/agents/{id}/chat`

        Args:
            message: What the person says.
            session_id: Chosen by the client; send the same value to continue a conversation. Created when absent.
            format: The form of `reply`. `text` takes out the marks of Markdown; the transcript keeps them. Defaults to `markdown`.
            filter: Answers only from sources whose metadata matches. A pinned answer with sources is given only if all of them match.
            draft: Answers by the saved draft of the agent, as a test: it counts neither as usage nor in insights. For signed-in people and keys with scope `admin`. Without a draft, by what is live.
            as_user: The principals for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source.
            metadata: Stored with the session and shown in the list of sessions. Replaces earlier metadata.
        """
        return self._client.stream_events(Call("POST", at("/v1/agents/{}/chat", id), json={"message": message, "session_id": session_id, "format": format, "filter": filter, "draft": draft, "as_user": as_user, "metadata": metadata, "stream": True}, options=options))

    def create(
        self,
        *,
        name: str,
        knowledge_base_ids: List[str],
        welcome_message: Union[Union[str, None], Omit] = OMIT,
        fallback_message: Union[Union[str, None], Omit] = OMIT,
        system_prompt: Union[Union[str, None], Omit] = OMIT,
        min_confidence: Union[Union[float, None], Omit] = OMIT,
        temperature: Union[Union[float, None], Omit] = OMIT,
        response_length: Union[Literal["short", "medium", "detailed"], Omit] = OMIT,
        handover: Union[Literal["never", "on_request", "on_low_confidence"], Omit] = OMIT,
        token_budget: Union[params.ChangeTokenBudget, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Agent:
        """Create an agent.

        The agent is active: you can chat with it immediately.

        `POST /v1/agents`

        Args:
            name: What people call it, on one line. Names need not be unique.
            knowledge_base_ids: The knowledge bases that it answers from.
            welcome_message: Sent when a new session starts. Blank or null: none.
            fallback_message: Sent when no source answers. Blank or null: a general sentence.
            system_prompt: Persona and behaviour, for the language model. Blank or null: none.
            min_confidence: Replies below this confidence are replaced by the fallback message. Null: the default of the service.
            temperature: Temperature of the language model. Null: the default of the provider.
            response_length: Defaults to `medium`.
            handover: Defaults to `never`.
        """
        answer_: models.Agent = self._client.send(Call("POST", "/v1/agents", json={"name": name, "knowledge_base_ids": knowledge_base_ids, "welcome_message": welcome_message, "fallback_message": fallback_message, "system_prompt": system_prompt, "min_confidence": min_confidence, "temperature": temperature, "response_length": response_length, "handover": handover, "token_budget": token_budget}, options=options), models.Agent)
        return answer_

    def delete(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete an agent and its conversations.

        Deletes its publishable tokens too, at once and for good.

        `DELETE /v1/agents/{id}`
        """
        self._client.send(Call("DELETE", at("/v1/agents/{}", id), options=options), None)

    def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Agent:
        """Get an agent.

        Its settings and what it may spend.

        `GET /v1/agents/{id}`
        """
        answer_: models.Agent = self._client.send(Call("GET", at("/v1/agents/{}", id), options=options), models.Agent)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        status: Union[Literal["active", "inactive"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.Agent]:
        """List agents.

        Newest first, active and inactive ones.

        `GET /v1/agents`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            status: Only agents with this status.
        """
        return self._client.send_for_page(Call("GET", "/v1/agents", query={"limit": limit, "cursor": cursor, "status": status}, options=options), models.Agent)

    def update(
        self,
        id: str,
        *,
        name: Union[str, Omit] = OMIT,
        knowledge_base_ids: Union[List[str], Omit] = OMIT,
        welcome_message: Union[Union[str, None], Omit] = OMIT,
        fallback_message: Union[Union[str, None], Omit] = OMIT,
        system_prompt: Union[Union[str, None], Omit] = OMIT,
        min_confidence: Union[Union[float, None], Omit] = OMIT,
        temperature: Union[Union[float, None], Omit] = OMIT,
        response_length: Union[Literal["short", "medium", "detailed"], Omit] = OMIT,
        handover: Union[Literal["never", "on_request", "on_low_confidence"], Omit] = OMIT,
        token_budget: Union[params.ChangeTokenBudget, Omit] = OMIT,
        status: Union[Literal["active", "inactive"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Agent:
        """Update an agent.

        Only the fields you send change, and are live at once, as a new version. `knowledge_base_ids` replaces the whole list. "" or null clears a message, null clears a number. A draft keeps its changes.

        `PATCH /v1/agents/{id}`

        Args:
            name: What people call it, on one line. Names need not be unique.
            knowledge_base_ids: The knowledge bases that it answers from.
            welcome_message: Sent when a new session starts. Blank or null: none.
            fallback_message: Sent when no source answers. Blank or null: a general sentence.
            system_prompt: Persona and behaviour, for the language model. Blank or null: none.
            min_confidence: Replies below this confidence are replaced by the fallback message. Null: the default of the service.
            temperature: Temperature of the language model. Null: the default of the provider.
        """
        answer_: models.Agent = self._client.send(Call("PATCH", at("/v1/agents/{}", id), json={"name": name, "knowledge_base_ids": knowledge_base_ids, "welcome_message": welcome_message, "fallback_message": fallback_message, "system_prompt": system_prompt, "min_confidence": min_confidence, "temperature": temperature, "response_length": response_length, "handover": handover, "token_budget": token_budget, "status": status}, options=options), models.Agent)
        return answer_


class AnswersResource(Resource):
    def create(
        self,
        *,
        question: str,
        answer: str,
        knowledge_base_id: Union[str, Omit] = OMIT,
        variants: Union[List[str], Omit] = OMIT,
        source_ids: Union[List[str], Omit] = OMIT,
        enabled: Union[bool, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.PinnedAnswer:
        """Create a pinned answer.

        Agents that use the knowledge base say it when somebody asks the question or one of its variants. Answers 409 if the knowledge base has a pinned answer for the question.

        `POST /v1/answers`

        Args:
            question: The question that the answer is for. Case, punctuation and word forms do not matter.
            answer: What the agent says, in Markdown.
            knowledge_base_id: Defaults to the default knowledge base.
            variants: Other wordings of the question, in any language.
            source_ids: The sources that the answer rests on, which a reply lists.
            enabled: Agents say only enabled answers. Defaults to `true`.
        """
        answer_: models.PinnedAnswer = self._client.send(Call("POST", "/v1/answers", json={"question": question, "answer": answer, "knowledge_base_id": knowledge_base_id, "variants": variants, "source_ids": source_ids, "enabled": enabled}, options=options), models.PinnedAnswer)
        return answer_

    def delete(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a pinned answer and its versions.

        At once and for good. Agents answer the question from their sources again.

        `DELETE /v1/answers/{id}`
        """
        self._client.send(Call("DELETE", at("/v1/answers/{}", id), options=options), None)

    def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.PinnedAnswer:
        """Get a pinned answer.

        With the number of replies that were this answer.

        `GET /v1/answers/{id}`
        """
        answer_: models.PinnedAnswer = self._client.send(Call("GET", at("/v1/answers/{}", id), options=options), models.PinnedAnswer)
        return answer_

    def import_(
        self,
        *,
        answers: List[params.ImportedAnswer],
        dry_run: Union[Literal["true", "false"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.ImportResult:
        """Import pinned answers.

        A question that already has an answer is updated. Fields that are absent stay as they are. If anything is wrong, nothing is imported, and the error names the line and the field. `text/csv` names its columns in the first row and separates the values of `variants` and `sources` with `|`; `application/jsonl` has one answer per line.

        `POST /v1/answers/import`

        Args:
            answers: One for each question.
            dry_run: Checks everything and says what would change, but changes nothing.
        """
        answer_: models.ImportResult = self._client.send(Call("POST", "/v1/answers/import", query={"dry_run": dry_run}, json={"answers": answers}, options=options), models.ImportResult)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        q: Union[str, Omit] = OMIT,
        state: Union[Literal["enabled", "disabled", "needs_review"], Omit] = OMIT,
        knowledge_base_id: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.PinnedAnswer]:
        """List pinned answers.

        Newest first.

        `GET /v1/answers`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            q: Words that the question, a variant or the answer contains, ignoring case and accents. All must be there.
            state: Only answers that are enabled or disabled, or whose sources have changed.
            knowledge_base_id: Only answers of this knowledge base.
        """
        return self._client.send_for_page(Call("GET", "/v1/answers", query={"limit": limit, "cursor": cursor, "q": q, "state": state, "knowledge_base_id": knowledge_base_id}, options=options), models.PinnedAnswer)

    def list_versions(
        self,
        id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.PinnedAnswerVersion]:
        """List the earlier versions of a pinned answer.

        Newest first; the last 100 are kept.

        `GET /v1/answers/{id}/versions`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.send_for_page(Call("GET", at("/v1/answers/{}/versions", id), query={"limit": limit, "cursor": cursor}, options=options), models.PinnedAnswerVersion)

    def update(
        self,
        id: str,
        *,
        question: Union[str, Omit] = OMIT,
        variants: Union[List[str], Omit] = OMIT,
        answer: Union[str, Omit] = OMIT,
        source_ids: Union[List[str], Omit] = OMIT,
        enabled: Union[bool, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.PinnedAnswer:
        """Update a pinned answer.

        Only the fields you send change. The version before is kept, and `needs_review` becomes false.

        `PATCH /v1/answers/{id}`

        Args:
            question: The question that the answer is for. Case, punctuation and word forms do not matter.
            variants: Other wordings of the question, in any language.
            answer: What the agent says, in Markdown.
            source_ids: The sources that the answer rests on, which a reply lists.
            enabled: Agents say only enabled answers.
        """
        answer_: models.PinnedAnswer = self._client.send(Call("PATCH", at("/v1/answers/{}", id), json={"question": question, "variants": variants, "answer": answer, "source_ids": source_ids, "enabled": enabled}, options=options), models.PinnedAnswer)
        return answer_


class ApiKeysResource(Resource):
    def create(
        self,
        *,
        name: str,
        scope: Literal["read_only", "read_write", "admin"],
        expires_at: Union[Union[datetime, str], Omit] = OMIT,
        knowledge_base_ids: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.NewApiKey:
        """Create an API key.

        The key belongs to the environment that you send the request to. Only this answer shows its full text.

        `POST /v1/api-keys`

        Args:
            name: What people call it, on one line. Names need not be unique.
            expires_at: When the key stops working. Without it, the key does not expire.
            knowledge_base_ids: Restricts the key to these knowledge bases, and to agents that use no others. Not with scope `admin`.
        """
        answer_: models.NewApiKey = self._client.send(Call("POST", "/v1/api-keys", json={"name": name, "scope": scope, "expires_at": expires_at, "knowledge_base_ids": knowledge_base_ids}, options=options), models.NewApiKey)
        return answer_

    def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.ApiKey:
        """Get an API key.

        Without the key itself, which only the answer to its creation shows.

        `GET /v1/api-keys/{id}`
        """
        answer_: models.ApiKey = self._client.send(Call("GET", at("/v1/api-keys/{}", id), options=options), models.ApiKey)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.ApiKey]:
        """List API keys.

        Newest first, also revoked and expired ones. The keys themselves are never shown again.

        `GET /v1/api-keys`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.send_for_page(Call("GET", "/v1/api-keys", query={"limit": limit, "cursor": cursor}, options=options), models.ApiKey)

    def list_grants(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.Grant]:
        """List what ends with an API key.

        Invitations, keys, publishable tokens and webhooks made with the key, with those keys, and so on, even if someone else has taken them over. Works for revoked keys too. Members who joined through an invitation made with the key are listed and stay.

        `GET /v1/api-keys/{id}/grants`
        """
        return self._client.send_for_page(Call("GET", at("/v1/api-keys/{}/grants", id), options=options), models.Grant)

    def revoke(
        self,
        id: str,
        *,
        adopt: Union[Literal["true", "false"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Revoke an API key.

        Takes effect at once, for good, and ends running requests. What was made with the key ends as well (see `GET /v1/api-keys/{id}/grants`), unless this is a rotation: sent with the key itself, which changes nothing about it, or with a key that was made with it, which takes it over. Invitations always end. Revoking a key again changes nothing, unless `adopt` says what to do with what was made with it.

        `DELETE /v1/api-keys/{id}`

        Args:
            adopt: `true`: you take over what was made with the key, and it stays valid. `false`: it ends, even in a rotation, and even if someone else has taken it over.
        """
        self._client.send(Call("DELETE", at("/v1/api-keys/{}", id), query={"adopt": adopt}, options=options), None)

    def update(
        self,
        id: str,
        *,
        name: str,
        options: Optional[RequestOptions] = None,
    ) -> models.ApiKey:
        """Rename an API key.

        What a key may do never changes. To change it, create another key and revoke this one.

        `PATCH /v1/api-keys/{id}`

        Args:
            name: What people call it, on one line. Names need not be unique.
        """
        answer_: models.ApiKey = self._client.send(Call("PATCH", at("/v1/api-keys/{}", id), json={"name": name}, options=options), models.ApiKey)
        return answer_


class ArchivesResource(Resource):
    def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Archive:
        """Get an archive.

        How far it is unpacked. The numbers change while it is `processing`.

        `GET /v1/knowledge-base/archives/{id}`
        """
        answer_: models.Archive = self._client.send(Call("GET", at("/v1/knowledge-base/archives/{}", id), options=options), models.Archive)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        status: Union[Literal["processing", "completed", "failed"], Omit] = OMIT,
        knowledge_base_ids: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.Archive]:
        """List archives.

        Newest first: the last 100 that have ended, for 30 days.

        `GET /v1/knowledge-base/archives`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            status: Only archives with this status.
            knowledge_base_ids: Only archives of these knowledge bases. Repeat the parameter for several.
        """
        return self._client.send_for_page(Call("GET", "/v1/knowledge-base/archives", query={"limit": limit, "cursor": cursor, "status": status, "knowledge_base_ids": knowledge_base_ids}, options=options), models.Archive)

    def list_entries(
        self,
        id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        status: Union[Literal["waiting", "created", "updated", "unchanged", "skipped"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.ArchiveEntry]:
        """List the entries of an archive.

        In the order of the archive, without folders, with the outcome of each.

        `GET /v1/knowledge-base/archives/{id}/entries`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            status: Only entries with this status.
        """
        return self._client.send_for_page(Call("GET", at("/v1/knowledge-base/archives/{}/entries", id), query={"limit": limit, "cursor": cursor, "status": status}, options=options), models.ArchiveEntry)


class AuditLogResource(Resource):
    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        action: Union[str, Omit] = OMIT,
        actor_id: Union[str, Omit] = OMIT,
        subject_id: Union[str, Omit] = OMIT,
        since: Union[Union[datetime, str], Omit] = OMIT,
        until: Union[Union[datetime, str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.AuditEntry]:
        """List audit log entries.

        Newest first: who changed settings, keys and members, deleted content or exported data. Changes to members and accounts are in the log of the live environment.

        `GET /v1/audit-log`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            action: Only entries of this action, such as `key.created`.
            actor_id: Only changes by this account, API key or publishable token.
            subject_id: Only changes of this, such as an agent or API key.
            since: Entries at or after this time.
            until: Entries before this time.
        """
        return self._client.send_for_page(Call("GET", "/v1/audit-log", query={"limit": limit, "cursor": cursor, "action": action, "actor_id": actor_id, "subject_id": subject_id, "since": since, "until": until}, options=options), models.AuditEntry)


class ConnectorsResource(Resource):
    def create(
        self,
        *,
        kind: Union[Literal["folder"], Literal["git"], Literal["website"], Literal["s3"], Literal["webdav"], Literal["feed"], Literal["imap"]],
        settings: Union[params.FolderConnectorSettings, params.GitConnectorSettings, Dict[str, Any], params.S3ConnectorSettings, params.WebdavConnectorSettings],
        name: str,
        knowledge_base_id: Union[str, Omit] = OMIT,
        interval_minutes: Union[Union[int, None], Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        metadata: Union[Dict[str, Any], Omit] = OMIT,
        allowed: Union[Union[List[str], None], Omit] = OMIT,
        credentials: Union[Union[Union[Dict[str, Any]], params.S3ConnectorCredentials, params.WebdavConnectorCredentials], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Connector:
        """Connect a place.

        Answers at once. The first run begins within a second, and `state` and `error` tell how it went.

        `POST /v1/connectors`

        Args:
            kind: What kind of place it is.
            settings: Where the place is, and what to take from it.
            name: What people call it, on one line. Names need not be unique.
            knowledge_base_id: Defaults to the default knowledge base.
            interval_minutes: Minutes between runs; null means only by request. Defaults to `60`.
            tags: The tags of each added source.
            metadata: The metadata of each source, beside what the place says. Defaults to `{}`.
            allowed: The principals who may see its sources, as `allowed` of a source. Null: everyone.
            credentials: Stored encrypted, and never shown again.
        """
        answer_: models.Connector = self._client.send(Call("POST", "/v1/connectors", json={"kind": kind, "settings": settings, "name": name, "knowledge_base_id": knowledge_base_id, "interval_minutes": interval_minutes, "tags": tags, "metadata": metadata, "allowed": allowed, "credentials": credentials}, options=options), models.Connector)
        return answer_

    def delete(
        self,
        id: str,
        *,
        sources: Union[Literal["keep", "delete"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a connector.

        With its credentials and history, at once. `sources=delete` deletes the sources too.

        `DELETE /v1/connectors/{id}`

        Args:
            sources: What becomes of the sources of its documents. Defaults to `keep`.
        """
        self._client.send(Call("DELETE", at("/v1/connectors/{}", id), query={"sources": sources}, options=options), None)

    def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Connector:
        """Get a connector.

        Without its credentials, which no answer shows.

        `GET /v1/connectors/{id}`
        """
        answer_: models.Connector = self._client.send(Call("GET", at("/v1/connectors/{}", id), options=options), models.Connector)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.Connector]:
        """List connectors.

        Newest first.

        `GET /v1/connectors`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.send_for_page(Call("GET", "/v1/connectors", query={"limit": limit, "cursor": cursor}, options=options), models.Connector)

    def list_documents(
        self,
        id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        status: Union[Literal["pending", "synced", "skipped", "failed", "gone"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.ConnectorDocument]:
        """List the documents of a connector.

        In the order of their ids, with what became of each.

        `GET /v1/connectors/{id}/documents`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            status: Only documents with this status.
        """
        return self._client.send_for_page(Call("GET", at("/v1/connectors/{}/documents", id), query={"limit": limit, "cursor": cursor, "status": status}, options=options), models.ConnectorDocument)

    def list_runs(
        self,
        id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.ConnectorRun]:
        """List the runs of a connector.

        Newest first; the latest 100 are kept.

        `GET /v1/connectors/{id}/runs`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.send_for_page(Call("GET", at("/v1/connectors/{}/runs", id), query={"limit": limit, "cursor": cursor}, options=options), models.ConnectorRun)

    def sync(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Connector:
        """Synchronise a connector now.

        Starts a run, unless one is running or about to. Answers 409 while the connector is paused.

        `POST /v1/connectors/{id}/sync`
        """
        answer_: models.Connector = self._client.send(Call("POST", at("/v1/connectors/{}/sync", id), options=options), models.Connector)
        return answer_

    def update(
        self,
        id: str,
        *,
        name: Union[str, Omit] = OMIT,
        settings: Union[Dict[str, Any], Omit] = OMIT,
        credentials: Union[Any, Omit] = OMIT,
        interval_minutes: Union[Union[int, None], Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        metadata: Union[Dict[str, Any], Omit] = OMIT,
        allowed: Union[Union[List[str], None], Omit] = OMIT,
        paused: Union[bool, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Connector:
        """Update a connector.

        Changes only the fields that you send. New settings or credentials start a run at once; one that is running is cancelled.

        `PATCH /v1/connectors/{id}`

        Args:
            name: What people call it, on one line. Names need not be unique.
            settings: Replaces the settings as a whole, as for a new connector; the next run lists everything.
            credentials: Replaces the credentials, as for a new connector; null removes them.
            interval_minutes: Minutes between runs; null means only by request.
            tags: For sources that are added from now on.
            metadata: Replaces the metadata. A source gets it when its document changes.
            allowed: The principals who may see its sources; null: everyone. It holds at once for all that it has added.
            paused: `true` stops a run and starts no other; `false` starts one.
        """
        answer_: models.Connector = self._client.send(Call("PATCH", at("/v1/connectors/{}", id), json={"name": name, "settings": settings, "credentials": credentials, "interval_minutes": interval_minutes, "tags": tags, "metadata": metadata, "allowed": allowed, "paused": paused}, options=options), models.Connector)
        return answer_


class ConversationsResource(Resource):
    def bulk_update(
        self,
        *,
        action: Literal["resolve", "reopen", "assign", "add_tags", "remove_tags", "delete"],
        conversations: List[Dict[str, Any]],
        assignee_id: Union[Union[str, None], Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.BulkConversationResult:
        """Change conversations in bulk.

        Changes each as the endpoint of a single one would. Those that do not exist, or that have another version than you have read, are listed and left.

        `POST /v1/conversations/bulk`

        Args:
            action: What to do with each conversation.
            conversations: The conversations to change.
            assignee_id: Required for `assign`: the account of a member; null for no one.
            tags: Required for `add_tags` and `remove_tags`.
        """
        answer_: models.BulkConversationResult = self._client.send(Call("POST", "/v1/conversations/bulk", json={"action": action, "conversations": conversations, "assignee_id": assignee_id, "tags": tags}, options=options), models.BulkConversationResult)
        return answer_

    def delete(
        self,
        id: str,
        session_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a session and its messages.

        At once and for good. Usage keeps its counts.

        `DELETE /v1/agents/{id}/conversations/{session_id}`
        """
        self._client.send(Call("DELETE", at("/v1/agents/{}/conversations/{}", id, session_id), options=options), None)

    def delete_verdict(
        self,
        id: str,
        session_id: str,
        message_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Take back your verdict on a reply.

        Verdicts of others stay.

        `DELETE /v1/agents/{id}/conversations/{session_id}/messages/{message_id}/verdict`
        """
        self._client.send(Call("DELETE", at("/v1/agents/{}/conversations/{}/messages/{}/verdict", id, session_id, message_id), options=options), None)

    def export(
        self,
        *,
        format: Union[Literal["ndjson", "csv"], Omit] = OMIT,
        q: Union[str, Omit] = OMIT,
        since: Union[Union[datetime, str], Omit] = OMIT,
        until: Union[Union[datetime, str], Omit] = OMIT,
        state: Union[Literal["open", "resolved"], Omit] = OMIT,
        assignee: Union[str, Omit] = OMIT,
        tag: Union[str, Omit] = OMIT,
        channel: Union[str, Omit] = OMIT,
        language: Union[str, Omit] = OMIT,
        agent_id: Union[str, Omit] = OMIT,
        session_id: Union[str, Omit] = OMIT,
        rating: Union[Literal["up", "down"], Omit] = OMIT,
        verdict: Union[Literal["right", "wrong", "incomplete"], Omit] = OMIT,
        replied_since: Union[Union[datetime, str], Omit] = OMIT,
        replied_until: Union[Union[datetime, str], Omit] = OMIT,
        fallback: Union[Literal["true", "false"], Omit] = OMIT,
        min_confidence: Union[float, Omit] = OMIT,
        below_confidence: Union[float, Omit] = OMIT,
        tests: Union[Literal["none"], Omit] = OMIT,
        max_confidence: Union[float, Omit] = OMIT,
        handover: Union[Literal["open", "assigned", "resolved"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> str:
        """Export chosen conversations.

        Those that `GET /v1/conversations` lists with the same filters, most recent activity first. `ndjson` has one conversation with its messages per line, `csv` one row per conversation, without its messages. An export that breaks off ends without the last chunk.

        `GET /v1/conversations/export`

        Args:
            format: How they are written. Defaults to `ndjson`.
            q: Only conversations with a message that has all of these words, in any order. A word of three letters or more also finds words that begin with it. Case and accents do not matter. Chinese, Japanese, Korean and Thai are found by characters.
            since: Only conversations that began at this time or later.
            until: Only conversations that began before this time.
            state: Only conversations in this state.
            assignee: Only conversations of this account or API key; `me` is yourself, and `none` no one.
            tag: Only conversations with this tag.
            channel: Only conversations of this channel: `api`, `dashboard`, `openai`, `widget`, `mcp`, or one that a client named in the metadata.
            language: Only conversations in this language, in ISO 639-1, such as `en`.
            agent_id: Only conversations with this agent.
            session_id: Only conversations with this id. Each agent may have one.
            rating: Only conversations with a reply that has this rating.
            verdict: Only conversations with a reply that a reviewer judged so.
            replied_since: Only conversations with a reply of this time or later, small talk aside.
            replied_until: Only conversations with a reply before this time. `replied_since`, the confidence, `fallback` and then also `rating` are about the same reply.
            fallback: Only conversations with a reply that says there is no answer, or that answers.
            min_confidence: Only conversations with a reply of at least this confidence.
            below_confidence: Only conversations with a reply of less than this confidence.
            tests: `none`: without the dashboard's test chats.
            max_confidence: Only conversations with a reply of at most this confidence.
            handover: Only conversations whose hand-over has this status.
        """
        return self._client.send_for_text(Call("GET", "/v1/conversations/export", query={"format": format, "q": q, "since": since, "until": until, "state": state, "assignee": assignee, "tag": tag, "channel": channel, "language": language, "agent_id": agent_id, "session_id": session_id, "rating": rating, "verdict": verdict, "replied_since": replied_since, "replied_until": replied_until, "fallback": fallback, "min_confidence": min_confidence, "below_confidence": below_confidence, "tests": tests, "max_confidence": max_confidence, "handover": handover}, options=options))

    def get_counts(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.ConversationCounts:
        """Count conversations.

        Of all agents, by state, hand-over, channel, language and tag.

        `GET /v1/conversations/counts`
        """
        answer_: models.ConversationCounts = self._client.send(Call("GET", "/v1/conversations/counts", options=options), models.ConversationCounts)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        q: Union[str, Omit] = OMIT,
        since: Union[Union[datetime, str], Omit] = OMIT,
        until: Union[Union[datetime, str], Omit] = OMIT,
        state: Union[Literal["open", "resolved"], Omit] = OMIT,
        assignee: Union[str, Omit] = OMIT,
        tag: Union[str, Omit] = OMIT,
        channel: Union[str, Omit] = OMIT,
        language: Union[str, Omit] = OMIT,
        agent_id: Union[str, Omit] = OMIT,
        session_id: Union[str, Omit] = OMIT,
        rating: Union[Literal["up", "down"], Omit] = OMIT,
        verdict: Union[Literal["right", "wrong", "incomplete"], Omit] = OMIT,
        replied_since: Union[Union[datetime, str], Omit] = OMIT,
        replied_until: Union[Union[datetime, str], Omit] = OMIT,
        fallback: Union[Literal["true", "false"], Omit] = OMIT,
        min_confidence: Union[float, Omit] = OMIT,
        below_confidence: Union[float, Omit] = OMIT,
        tests: Union[Literal["none"], Omit] = OMIT,
        max_confidence: Union[float, Omit] = OMIT,
        handover: Union[Literal["open", "assigned", "resolved"], Omit] = OMIT,
        order: Union[Literal["desc", "asc"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.ConversationOfAgent]:
        """List conversation sessions of all agents.

        Most recent activity first, unless `order` is `asc`. All filters must fit.

        `GET /v1/conversations`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            q: Only conversations with a message that has all of these words, in any order. A word of three letters or more also finds words that begin with it. Case and accents do not matter. Chinese, Japanese, Korean and Thai are found by characters.
            since: Only conversations that began at this time or later.
            until: Only conversations that began before this time.
            state: Only conversations in this state.
            assignee: Only conversations of this account or API key; `me` is yourself, and `none` no one.
            tag: Only conversations with this tag.
            channel: Only conversations of this channel: `api`, `dashboard`, `openai`, `widget`, `mcp`, or one that a client named in the metadata.
            language: Only conversations in this language, in ISO 639-1, such as `en`.
            agent_id: Only conversations with this agent.
            session_id: Only conversations with this id. Each agent may have one.
            rating: Only conversations with a reply that has this rating.
            verdict: Only conversations with a reply that a reviewer judged so.
            replied_since: Only conversations with a reply of this time or later, small talk aside.
            replied_until: Only conversations with a reply before this time. `replied_since`, the confidence, `fallback` and then also `rating` are about the same reply.
            fallback: Only conversations with a reply that says there is no answer, or that answers.
            min_confidence: Only conversations with a reply of at least this confidence.
            below_confidence: Only conversations with a reply of less than this confidence.
            tests: `none`: without the dashboard's test chats.
            max_confidence: Only conversations with a reply of at most this confidence.
            handover: Only conversations whose hand-over has this status.
            order: `desc`: most recent activity first. `asc`: least recent activity first. Defaults to `desc`.
        """
        return self._client.send_for_page(Call("GET", "/v1/conversations", query={"limit": limit, "cursor": cursor, "q": q, "since": since, "until": until, "state": state, "assignee": assignee, "tag": tag, "channel": channel, "language": language, "agent_id": agent_id, "session_id": session_id, "rating": rating, "verdict": verdict, "replied_since": replied_since, "replied_until": replied_until, "fallback": fallback, "min_confidence": min_confidence, "below_confidence": below_confidence, "tests": tests, "max_confidence": max_confidence, "handover": handover, "order": order}, options=options), models.ConversationOfAgent)

    def list_assignees(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.PossibleAssignee]:
        """List who can look after conversations.

        The members of the workspace, newest account first.

        `GET /v1/conversations/assignees`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.send_for_page(Call("GET", "/v1/conversations/assignees", query={"limit": limit, "cursor": cursor}, options=options), models.PossibleAssignee)

    def list_for_agent(
        self,
        id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        session_id: Union[str, Omit] = OMIT,
        handover: Union[Literal["open", "assigned", "resolved"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.Conversation]:
        """List an agent's conversation sessions.

        Most recent activity first.

        `GET /v1/agents/{id}/conversations`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            session_id: Only the session with this id.
            handover: Only conversations whose hand-over has this status.
        """
        return self._client.send_for_page(Call("GET", at("/v1/agents/{}/conversations", id), query={"limit": limit, "cursor": cursor, "session_id": session_id, "handover": handover}, options=options), models.Conversation)

    def list_messages(
        self,
        id: str,
        session_id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.Message]:
        """List the messages of a session.

        Oldest first, beginning with the welcome message if there was one.

        `GET /v1/agents/{id}/conversations/{session_id}/messages`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.send_for_page(Call("GET", at("/v1/agents/{}/conversations/{}/messages", id, session_id), query={"limit": limit, "cursor": cursor}, options=options), models.Message)

    def rate_message(
        self,
        id: str,
        session_id: str,
        message_id: str,
        *,
        rating: Literal["up", "down"],
        comment: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Message:
        """Rate a reply.

        Replaces an earlier rating.

        `POST /v1/agents/{id}/conversations/{session_id}/messages/{message_id}/feedback`

        Args:
            rating: Whether the reply helped.
            comment: What was good or bad about it, in your words.
        """
        answer_: models.Message = self._client.send(Call("POST", at("/v1/agents/{}/conversations/{}/messages/{}/feedback", id, session_id, message_id), json={"rating": rating, "comment": comment}, options=options), models.Message)
        return answer_

    def request_handover(
        self,
        id: str,
        session_id: str,
        *,
        contact: Union[Dict[str, Any], Omit] = OMIT,
        message: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.HandoverOfSession:
        """Hand a conversation over to a person.

        Emits `conversation.handover` with the transcript. Answers 409 if the agent offers no person, or while an earlier hand-over of the conversation is open or assigned.

        `POST /v1/agents/{id}/conversations/{session_id}/handover`

        Args:
            contact: How to reach the visitor.
            message: What the person should know.
        """
        answer_: models.HandoverOfSession = self._client.send(Call("POST", at("/v1/agents/{}/conversations/{}/handover", id, session_id), json={"contact": contact, "message": message}, options=options), models.HandoverOfSession)
        return answer_

    def send_message(
        self,
        id: str,
        session_id: str,
        *,
        text: str,
        author_name: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Message:
        """Answer as a person.

        Needs a hand-over, and takes it if it is open. Answers 409 without one, and if someone else has it.

        `POST /v1/agents/{id}/conversations/{session_id}/messages`

        Args:
            text: What the visitor reads, in Markdown.
            author_name: The name that visitors see. Without it they see the name of the signed-in person, and none of an API key.
        """
        answer_: models.Message = self._client.send(Call("POST", at("/v1/agents/{}/conversations/{}/messages", id, session_id), json={"text": text, "author_name": author_name}, options=options), models.Message)
        return answer_

    def set_verdict(
        self,
        id: str,
        session_id: str,
        message_id: str,
        *,
        verdict: Literal["right", "wrong", "incomplete"],
        note: Union[str, Omit] = OMIT,
        must: Union[List[str], Omit] = OMIT,
        source_ids: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Message:
        """Judge a reply.

        Each key or person has one verdict on a reply; a new one replaces it. `POST /v1/evaluations` makes questions of judged replies.

        `PUT /v1/agents/{id}/conversations/{session_id}/messages/{message_id}/verdict`

        Args:
            verdict: What you think of the reply.
            note: What you say about the reply.
            must: Phrases; a right reply contains at least one. Case, line breaks and Markdown emphasis do not count.
            source_ids: The sources that answer the question, whatever the reply cites.
        """
        answer_: models.Message = self._client.send(Call("PUT", at("/v1/agents/{}/conversations/{}/messages/{}/verdict", id, session_id, message_id), json={"verdict": verdict, "note": note, "must": must, "source_ids": source_ids}, options=options), models.Message)
        return answer_

    def update(
        self,
        id: str,
        session_id: str,
        *,
        state: Union[Literal["open", "resolved"], Omit] = OMIT,
        assignee_id: Union[Union[str, None], Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        if_version: Union[int, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Conversation:
        """Resolve, assign or tag a session.

        Only the fields you send change. Emits `conversation.updated`. Answers 409 if `if_version` is not its version: someone else has changed it since you read it.

        `PATCH /v1/agents/{id}/conversations/{session_id}`

        Args:
            state: `resolved` also resolves a hand-over that waits for a person or has one.
            assignee_id: The account of the member who looks after it; null for no one. A hand-over that is not resolved gets the same assignee.
            tags: Replaces all tags.
            if_version: The version that you have read. If the conversation has another one, it stays as it is, with 409.
        """
        answer_: models.Conversation = self._client.send(Call("PATCH", at("/v1/agents/{}/conversations/{}", id, session_id), json={"state": state, "assignee_id": assignee_id, "tags": tags, "if_version": if_version}, options=options), models.Conversation)
        return answer_

    def update_handover(
        self,
        id: str,
        session_id: str,
        *,
        status: Literal["open", "assigned", "resolved"],
        take_over: Union[bool, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.HandoverOfSession:
        """Assign or resolve a hand-over.

        While it is assigned, the agent keeps silent. Answers 409 if someone else has it, unless `take_over` is true.

        `PATCH /v1/agents/{id}/conversations/{session_id}/handover`

        Args:
            status: `assigned` gives it to the caller, `open` back to everyone.
            take_over: Also if someone else has it. Defaults to `false`.
        """
        answer_: models.HandoverOfSession = self._client.send(Call("PATCH", at("/v1/agents/{}/conversations/{}/handover", id, session_id), json={"status": status, "take_over": take_over}, options=options), models.HandoverOfSession)
        return answer_


class CrawlsResource(Resource):
    def cancel(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Crawl:
        """Cancel a crawl.

        Fetches no more pages. Sources that were added stay. A crawl that has ended does not change.

        `POST /v1/knowledge-base/crawls/{id}/cancel`
        """
        answer_: models.Crawl = self._client.send(Call("POST", at("/v1/knowledge-base/crawls/{}/cancel", id), options=options), models.Crawl)
        return answer_

    def create(
        self,
        *,
        url: str,
        mode: Union[Literal["links", "sitemap"], Omit] = OMIT,
        max_pages: Union[int, Omit] = OMIT,
        max_depth: Union[int, Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        metadata: Union[Dict[str, Any], Omit] = OMIT,
        refresh_interval_hours: Union[int, Omit] = OMIT,
        knowledge_base_id: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Crawl:
        """Crawl a site.

        Adds the pages of a site as sources, one after another, as its robots.txt allows. `GET /v1/knowledge-base/crawls/:id` shows the progress.

        `POST /v1/knowledge-base/sources/crawl`

        Args:
            url: The page to start from, or with mode `sitemap` the site or its sitemap; http or https.
            mode: Defaults to `links`.
            max_pages: The most pages to add. Defaults to `100`.
            max_depth: How many links deep to follow from the first page; 0 means only that page. Ignored for a sitemap. Defaults to `3`.
            tags: The tags of each added source.
            metadata: The metadata of each added source.
            refresh_interval_hours: The refresh interval of each added source.
            knowledge_base_id: Defaults to the default knowledge base.
        """
        answer_: models.Crawl = self._client.send(Call("POST", "/v1/knowledge-base/sources/crawl", json={"url": url, "mode": mode, "max_pages": max_pages, "max_depth": max_depth, "tags": tags, "metadata": metadata, "refresh_interval_hours": refresh_interval_hours, "knowledge_base_id": knowledge_base_id}, options=options), models.Crawl)
        return answer_

    def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Crawl:
        """Get a crawl.

        How far the crawl has come. The numbers change while it is running.

        `GET /v1/knowledge-base/crawls/{id}`
        """
        answer_: models.Crawl = self._client.send(Call("GET", at("/v1/knowledge-base/crawls/{}", id), options=options), models.Crawl)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        status: Union[Literal["running", "completed", "cancelled", "failed"], Omit] = OMIT,
        knowledge_base_ids: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.Crawl]:
        """List crawls.

        Newest first.

        `GET /v1/knowledge-base/crawls`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            status: Only crawls with this status.
            knowledge_base_ids: Only crawls into these knowledge bases. Repeat the parameter for several.
        """
        return self._client.send_for_page(Call("GET", "/v1/knowledge-base/crawls", query={"limit": limit, "cursor": cursor, "status": status, "knowledge_base_ids": knowledge_base_ids}, options=options), models.Crawl)

    def list_pages(
        self,
        id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        status: Union[Literal["waiting", "added", "skipped", "failed"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.CrawledPage]:
        """List the pages of a crawl.

        In the order in which they were found, with the outcome of each.

        `GET /v1/knowledge-base/crawls/{id}/pages`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            status: Only pages with this status.
        """
        return self._client.send_for_page(Call("GET", at("/v1/knowledge-base/crawls/{}/pages", id), query={"limit": limit, "cursor": cursor, "status": status}, options=options), models.CrawledPage)


class EvaluationsResource(Resource):
    def cancel(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Evaluation:
        """Cancel an evaluation.

        It has no results then. One that has ended stays as it is.

        `POST /v1/evaluations/{id}/cancel`
        """
        answer_: models.Evaluation = self._client.send(Call("POST", at("/v1/evaluations/{}/cancel", id), options=options), models.Evaluation)
        return answer_

    def create(
        self,
        *,
        questions: Union[List[params.GoldenQuestion], Omit] = OMIT,
        question_set_id: Union[str, Omit] = OMIT,
        from_conversations: Union[params.FromConversations, Omit] = OMIT,
        agent_id: Union[str, Omit] = OMIT,
        name: Union[str, Omit] = OMIT,
        knowledge_base_ids: Union[List[str], Omit] = OMIT,
        search_types: Union[List[Literal["hybrid", "semantic", "keyword"]], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Evaluation:
        """Create an evaluation.

        Asks each question in the background, and measures how high the sources that answer it rank, and how well the scores are calibrated. With `agent_id`, the agent is asked too and its replies are judged. The questions are in the body, are those of a question set, or are made of replies that people have judged. Read the results at `GET /v1/evaluations/:id?wait=60`.

        `POST /v1/evaluations`

        Args:
            questions: Required, unless `question_set_id` or `from_conversations` is there.
            question_set_id: Asks the questions of this set. Those are left out that nothing says the right answer to, or whose sources are gone or not searched.
            from_conversations: Makes the questions of replies that people have judged. If the evaluation is limited to some knowledge bases, replies of agents that use others are left out.
            agent_id: Also asks this agent each question, without a conversation, and judges its replies. The search is then that of its knowledge bases.
            name: What people call it, on one line. Names need not be unique.
            knowledge_base_ids: Where to search. Defaults to all knowledge bases, and with `agent_id` to those of the agent.
            search_types: The search types to measure. Defaults to all.
        """
        answer_: models.Evaluation = self._client.send(Call("POST", "/v1/evaluations", json={"questions": questions, "question_set_id": question_set_id, "from_conversations": from_conversations, "agent_id": agent_id, "name": name, "knowledge_base_ids": knowledge_base_ids, "search_types": search_types}, options=options), models.Evaluation)
        return answer_

    def delete(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete an evaluation.

        Immediate and permanent, with its results. A running evaluation ends.

        `DELETE /v1/evaluations/{id}`
        """
        self._client.send(Call("DELETE", at("/v1/evaluations/{}", id), options=options), None)

    def get(
        self,
        id: str,
        *,
        wait: Union[float, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.EvaluationWithOutcomes:
        """Get an evaluation.

        With the outcome of each question once it has been completed. With `wait`, the answer comes when it ends or the time is up.

        `GET /v1/evaluations/{id}`

        Args:
            wait: Seconds to wait for the status to leave `running`. Defaults to `0`.
        """
        answer_: models.EvaluationWithOutcomes = self._client.send(Call("GET", at("/v1/evaluations/{}", id), query={"wait": wait}, options=options), models.EvaluationWithOutcomes)
        return answer_

    def get_chart(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> str:
        """Draw a reliability chart.

        For each search type: the share of results with a score that are relevant.

        `GET /v1/evaluations/{id}/chart.svg`
        """
        return self._client.send_for_text(Call("GET", at("/v1/evaluations/{}/chart.svg", id), options=options))

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        question_set_id: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.Evaluation]:
        """List evaluations.

        Newest first, without the outcome of each question.

        `GET /v1/evaluations`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            question_set_id: Only evaluations of this question set.
        """
        return self._client.send_for_page(Call("GET", "/v1/evaluations", query={"limit": limit, "cursor": cursor, "question_set_id": question_set_id}, options=options), models.Evaluation)

    def list_questions(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.EvaluationQuestions:
        """Get the questions of an evaluation.

        In the shape in which `POST /v1/evaluations` takes them, to ask them again.

        `GET /v1/evaluations/{id}/questions`
        """
        answer_: models.EvaluationQuestions = self._client.send(Call("GET", at("/v1/evaluations/{}/questions", id), options=options), models.EvaluationQuestions)
        return answer_


class EventsResource(Resource):
    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        type: Union[List[Literal["source.indexed", "source.failed", "source.deleted", "connector.failed", "agent.created", "agent.updated", "agent.published", "agent.deleted", "conversation.started", "conversation.updated", "conversation.handover", "conversation.handover_updated", "message.feedback", "message.verdict", "budget.warning", "budget.exceeded", "key.created", "key.revoked", "webhook.test"]], Omit] = OMIT,
        created_after: Union[Union[datetime, str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.Event]:
        """List events.

        Newest first. The same events as webhooks receive, for clients that poll.

        `GET /v1/events`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            type: Only events of these types. Repeat the parameter for several.
            created_after: Only events after this time.
        """
        return self._client.send_for_page(Call("GET", "/v1/events", query={"limit": limit, "cursor": cursor, "type": type, "created_after": created_after}, options=options), models.Event)


class InsightsResource(Resource):
    def dismiss_gap(
        self,
        *,
        question: str,
        returns_after: Union[int, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.DismissedGap:
        """Dismiss a knowledge gap.

        With all that is about the same thing. It comes back if it is asked again and still has no good answer; with `returns_after` only if it is asked more often than that.

        `POST /v1/gaps/dismiss`

        Args:
            question: The `question` of the gap.
            returns_after: It comes back when it was asked more often than this since, 0 to 1000. 0 for one that is answered now: then the next question without a good answer brings it back. Defaults to `0`.
        """
        answer_: models.DismissedGap = self._client.send(Call("POST", "/v1/gaps/dismiss", json={"question": question, "returns_after": returns_after}, options=options), models.DismissedGap)
        return answer_

    def get_attention(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Attention:
        """List what needs attention.

        As of now, and without test chats. Webhooks, connectors and token budgets are only for admins.

        `GET /v1/overview/attention`
        """
        answer_: models.Attention = self._client.send(Call("GET", "/v1/overview/attention", options=options), models.Attention)
        return answer_

    def get_overview(
        self,
        *,
        days: Union[int, Omit] = OMIT,
        agent_id: Union[str, Omit] = OMIT,
        channel: Union[str, Omit] = OMIT,
        include: Union[Literal["tests"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Overview:
        """Get an overview of the workspace.

        Without small talk, and without test chats unless `include=tests`: conversations of the channel `dashboard`, as the dashboard's test chat begins them.

        `GET /v1/overview`

        Args:
            days: Days to look back, in UTC, including today. Defaults to `30`.
            agent_id: Only conversations with this agent.
            channel: Only conversations of this channel, such as `widget`.
            include: Also counts the test chats of the dashboard.
        """
        answer_: models.Overview = self._client.send(Call("GET", "/v1/overview", query={"days": days, "agent_id": agent_id, "channel": channel, "include": include}, options=options), models.Overview)
        return answer_

    def list_gaps(
        self,
        *,
        days: Union[int, Omit] = OMIT,
        agent_id: Union[str, Omit] = OMIT,
        channel: Union[str, Omit] = OMIT,
        include: Union[Literal["tests"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Gaps:
        """List questions without a good answer.

        Questions that were answered with the fallback, or with a confidence below 0.5. Questions in nearly the same words are one gap, and with a deep model those about the same thing, in other words and other languages. It reads at most 200 questions for a request and remembers them, so the next request may join more. At most the newest 5,000 replies are considered. Small talk is never a gap, and test chats count only with `include=tests`.

        `GET /v1/gaps`

        Args:
            days: Days to look back, in UTC, including today. Defaults to `30`.
            agent_id: Only conversations with this agent.
            channel: Only conversations of this channel, such as `widget`.
            include: Also counts the test chats of the dashboard.
        """
        answer_: models.Gaps = self._client.send(Call("GET", "/v1/gaps", query={"days": days, "agent_id": agent_id, "channel": channel, "include": include}, options=options), models.Gaps)
        return answer_

    def suggest_answer(
        self,
        *,
        question: str,
        agent_id: str,
        options: Optional[RequestOptions] = None,
    ) -> models.SuggestedAnswer:
        """Suggest an answer to a gap.

        From the passages of the agent that come nearest. With a language model a draft that cites them, charged to the token budgets; nothing is stored. Pin it with `POST /v1/answers`, or add it as a source, after someone has read it.

        `POST /v1/gaps/suggest`

        Args:
            question: The `question` of the gap.
            agent_id: The agent whose knowledge bases are read.
        """
        answer_: models.SuggestedAnswer = self._client.send(Call("POST", "/v1/gaps/suggest", json={"question": question, "agent_id": agent_id}, options=options), models.SuggestedAnswer)
        return answer_


class InvitationsResource(Resource):
    def create(
        self,
        *,
        role: Literal["viewer", "member", "admin", "owner"],
        email: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.NewInvitation:
        """Create an invitation.

        The link works once, for seven days. Only this answer shows it.

        `POST /v1/invitations`

        Args:
            email: Restricts the link to this email address.
        """
        answer_: models.NewInvitation = self._client.send(Call("POST", "/v1/invitations", json={"role": role, "email": email}, options=options), models.NewInvitation)
        return answer_

    def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Invitation:
        """Get an invitation.

        Without its link, which only the answer to its creation shows.

        `GET /v1/invitations/{id}`
        """
        answer_: models.Invitation = self._client.send(Call("GET", at("/v1/invitations/{}", id), options=options), models.Invitation)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.Invitation]:
        """List pending invitations.

        Newest first: those that nobody has accepted and that have not expired.

        `GET /v1/invitations`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.send_for_page(Call("GET", "/v1/invitations", query={"limit": limit, "cursor": cursor}, options=options), models.Invitation)

    def revoke(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete an invitation.

        The link stops working at once.

        `DELETE /v1/invitations/{id}`
        """
        self._client.send(Call("DELETE", at("/v1/invitations/{}", id), options=options), None)


class KnowledgeBasesResource(Resource):
    def create(
        self,
        *,
        name: str,
        description: Union[str, Omit] = OMIT,
        embedding_model: Union[Union[str, None], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.KnowledgeBase:
        """Create a knowledge base.

        An empty one. Name it in `knowledge_base_id` when you add sources, and connect agents to it.

        `POST /v1/knowledge-bases`

        Args:
            name: What people call it, on one line. Names need not be unique.
            description: What is in it, in your words.
            embedding_model: The name of a configured model; null means the default of the installation.
        """
        answer_: models.KnowledgeBase = self._client.send(Call("POST", "/v1/knowledge-bases", json={"name": name, "description": description, "embedding_model": embedding_model}, options=options), models.KnowledgeBase)
        return answer_

    def delete(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a knowledge base and its sources.

        Answers 422 for the default knowledge base, and while an agent has no other.

        `DELETE /v1/knowledge-bases/{id}`
        """
        self._client.send(Call("DELETE", at("/v1/knowledge-bases/{}", id), options=options), None)

    def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.KnowledgeBase:
        """Get a knowledge base.

        With the number of its sources, and how far the models have come with them.

        `GET /v1/knowledge-bases/{id}`
        """
        answer_: models.KnowledgeBase = self._client.send(Call("GET", at("/v1/knowledge-bases/{}", id), options=options), models.KnowledgeBase)
        return answer_

    def get_activity(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.KnowledgeBaseActivity:
        """Get the activity of all knowledge bases.

        Sources by status, size, agents and the questions of the last 7 days. Knowledge bases without sources and agents are left out.

        `GET /v1/knowledge-bases/activity`
        """
        answer_: models.KnowledgeBaseActivity = self._client.send(Call("GET", "/v1/knowledge-bases/activity", options=options), models.KnowledgeBaseActivity)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.KnowledgeBase]:
        """List knowledge bases.

        Newest first, with the number of sources in each.

        `GET /v1/knowledge-bases`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.send_for_page(Call("GET", "/v1/knowledge-bases", query={"limit": limit, "cursor": cursor}, options=options), models.KnowledgeBase)

    def update(
        self,
        id: str,
        *,
        name: Union[str, Omit] = OMIT,
        description: Union[str, Omit] = OMIT,
        embedding_model: Union[Union[str, None], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.KnowledgeBase:
        """Update a knowledge base.

        Changing the embedding model re-embeds the sources in the background; see `embedding_switch`.

        `PATCH /v1/knowledge-bases/{id}`

        Args:
            name: What people call it, on one line. Names need not be unique.
            description: What is in it, in your words.
            embedding_model: The name of a configured model; null means the default of the installation.
        """
        answer_: models.KnowledgeBase = self._client.send(Call("PATCH", at("/v1/knowledge-bases/{}", id), json={"name": name, "description": description, "embedding_model": embedding_model}, options=options), models.KnowledgeBase)
        return answer_


class LimitsResource(Resource):
    def get(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Limits:
        """Get the limits in force.

        The largest sizes and the rate limits, as they are configured here.

        `GET /v1/limits`
        """
        answer_: models.Limits = self._client.send(Call("GET", "/v1/limits", options=options), models.Limits)
        return answer_


class MembersResource(Resource):
    def delete(
        self,
        id: str,
        *,
        adopt: Union[Literal["true", "false"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Remove a member, or leave.

        Takes effect at once: signs the member out of the workspace and ends their running requests. What they made ends too, in both environments (see `GET /v1/members/{id}/grants`): API keys are revoked, publishable tokens and pending invitations deleted, webhooks disabled. To leave, send your own id; any role may. Your browser then shows another workspace of yours, if you have one. Answers 409 for the last owner.

        `DELETE /v1/members/{id}`

        Args:
            adopt: `true`: you take over the API keys, publishable tokens and webhooks that would end, and they stay valid. Invitations always end. An API key can take over only in its own environment, and must not be one that ends with the member.
        """
        self._client.send(Call("DELETE", at("/v1/members/{}", id), query={"adopt": adopt}, options=options), None)

    def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Member:
        """Get a member.

        A person of the workspace, by the id of their account.

        `GET /v1/members/{id}`
        """
        answer_: models.Member = self._client.send(Call("GET", at("/v1/members/{}", id), options=options), models.Member)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.Member]:
        """List members.

        Newest account first.

        `GET /v1/members`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.send_for_page(Call("GET", "/v1/members", query={"limit": limit, "cursor": cursor}, options=options), models.Member)

    def list_grants(
        self,
        id: str,
        *,
        role: Union[Literal["viewer", "member", "admin", "owner"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.Grant]:
        """List what ends with a member.

        Invitations, API keys, publishable tokens and webhooks that the member made, and what was made with those keys. Members who joined through their invitations are listed and stay, unless you ask about a role. Live keys see the live environment; people see both.

        `GET /v1/members/{id}/grants`

        Args:
            role: Lists what would end if the member got this role.
        """
        return self._client.send_for_page(Call("GET", at("/v1/members/{}/grants", id), query={"role": role}, options=options), models.Grant)

    def update(
        self,
        id: str,
        *,
        adopt: Union[Literal["true", "false"], Omit] = OMIT,
        role: Union[Literal["viewer", "member", "admin", "owner"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Member:
        """Change a member's role.

        Takes effect at once and ends their running requests. A lower role ends what they made that allows more than the role does (see `GET /v1/members/{id}/grants`). Only signed-in owners can add or change owners, and a workspace always keeps one.

        `PATCH /v1/members/{id}`

        Args:
            adopt: `true`: you take over the API keys, publishable tokens and webhooks that would end, and they stay valid. Invitations always end. An API key can take over only in its own environment, and must not be one that ends with the member.
        """
        answer_: models.Member = self._client.send(Call("PATCH", at("/v1/members/{}", id), query={"adopt": adopt}, json={"role": role}, options=options), models.Member)
        return answer_


class OpenaiResource(Resource):
    def create_chat_completion(
        self,
        *,
        model: str,
        messages: List[Dict[str, Any]],
        stream_options: Union[Union[Dict[str, Any], None], Omit] = OMIT,
        session_id: Union[str, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        metadata: Union[Union[Dict[str, Any], None], Omit] = OMIT,
        user: Union[Any, Omit] = OMIT,
        store: Union[Union[bool, None], Omit] = OMIT,
        tool_choice: Union[Any, Omit] = OMIT,
        modalities: Union[Union[List[Literal["text"]], None], Omit] = OMIT,
        n: Union[Union[Literal[1], None], Omit] = OMIT,
        response_format: Union[Union[Dict[str, Any], None], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Completion:
        """Chat with an agent in the OpenAI protocol.

        For existing OpenAI clients: `model` is the id or the name of an agent. Sources are in `annotations`, and the header `X-Citation-Style` puts them into the text too. Unknown fields are ignored, and so are fields that the agent decides itself, such as `temperature`. The prompts by which chat programs ask for a title, tags or what to ask next are answered without a search, and are no part of any session.

        `POST /v1/chat/completions`

        Args:
            model: The id or the name of an agent.
            messages: The last message of the user is answered. Earlier messages are the context, unless a session is named. System messages are replaced by the instructions of the agent.
            stream_options: Only with `stream`.
            session_id: As in `POST /v1/agents/:id/chat`. The header `X-Session-Id` does the same.
            as_user: The principals for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source.
            metadata: Stored with the session. `session_id` or `chat_id` in it names the session.
            user: The person who asks. Requests of one person whose conversations begin with the same message belong to one session, unless a session is named.
            store: `false`: the conversation is not kept.
            tool_choice: `auto` or `none`: an agent calls no tools, so those of the request are ignored.
            modalities: Only `text`.
            n: Only 1: an agent gives one reply.
            response_format: JSON needs a language model. It is not checked against the sources sentence by sentence, and has no citations.
        """
        answer_: models.Completion = self._client.send_for_body(Call("POST", "/v1/chat/completions", json={"model": model, "messages": messages, "stream_options": stream_options, "session_id": session_id, "as_user": as_user, "metadata": metadata, "user": user, "store": store, "tool_choice": tool_choice, "modalities": modalities, "n": n, "response_format": response_format}, options=options), models.Completion)
        return answer_

    def stream_chat_completion(
        self,
        *,
        model: str,
        messages: List[Dict[str, Any]],
        stream_options: Union[Union[Dict[str, Any], None], Omit] = OMIT,
        session_id: Union[str, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        metadata: Union[Union[Dict[str, Any], None], Omit] = OMIT,
        user: Union[Any, Omit] = OMIT,
        store: Union[Union[bool, None], Omit] = OMIT,
        tool_choice: Union[Any, Omit] = OMIT,
        modalities: Union[Union[List[Literal["text"]], None], Omit] = OMIT,
        n: Union[Union[Literal[1], None], Omit] = OMIT,
        response_format: Union[Union[Dict[str, Any], None], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Iterator[ServerEvent]:
        """Chat with an agent in the OpenAI protocol.

        For existing OpenAI clients: `model` is the id or the name of an agent. Sources are in `annotations`, and the header `X-Citation-Style` puts them into the text too. Unknown fields are ignored, and so are fields that the agent decides itself, such as `temperature`. The prompts by which chat programs ask for a title, tags or what to ask next are answered without a search, and are no part of any session.

        `POST /v1/chat/completions`

        Args:
            model: The id or the name of an agent.
            messages: The last message of the user is answered. Earlier messages are the context, unless a session is named. System messages are replaced by the instructions of the agent.
            stream_options: Only with `stream`.
            session_id: As in `POST /v1/agents/:id/chat`. The header `X-Session-Id` does the same.
            as_user: The principals for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source.
            metadata: Stored with the session. `session_id` or `chat_id` in it names the session.
            user: The person who asks. Requests of one person whose conversations begin with the same message belong to one session, unless a session is named.
            store: `false`: the conversation is not kept.
            tool_choice: `auto` or `none`: an agent calls no tools, so those of the request are ignored.
            modalities: Only `text`.
            n: Only 1: an agent gives one reply.
            response_format: JSON needs a language model. It is not checked against the sources sentence by sentence, and has no citations.
        """
        return self._client.stream_events(Call("POST", "/v1/chat/completions", json={"model": model, "messages": messages, "stream_options": stream_options, "session_id": session_id, "as_user": as_user, "metadata": metadata, "user": user, "store": store, "tool_choice": tool_choice, "modalities": modalities, "n": n, "response_format": response_format, "stream": True}, options=options))

    def create_embedding(
        self,
        *,
        model: str,
        input: Union[str, List[str]],
        encoding_format: Union[Union[Literal["float", "base64"], None], Omit] = OMIT,
        dimensions: Union[Union[int, None], Omit] = OMIT,
        input_type: Union[Literal["query", "passage"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.EmbeddingList:
        """Embed texts with a bundled model.

        In the OpenAI protocol, with the models that search uses. Counts as a search in the usage.

        `POST /v1/embeddings`

        Args:
            model: `static-en-multi-256` or `multilingual-e5-small`.
            input: The deep model reads the first 500 tokens or so of a text. All texts together have at most 1,000,000 characters.
            encoding_format: `base64`: little-endian 32-bit floats.
            dimensions: Only the number that the model has.
            input_type: Whether the texts are searched for, or searched in: the deep model tells them apart. Defaults to `passage`.
        """
        answer_: models.EmbeddingList = self._client.send_for_body(Call("POST", "/v1/embeddings", json={"model": model, "input": input, "encoding_format": encoding_format, "dimensions": dimensions, "input_type": input_type}, options=options), models.EmbeddingList)
        return answer_

    def create_response(
        self,
        *,
        model: str,
        input: Union[str, List[Dict[str, Any]]],
        instructions: Union[Union[str, None], Omit] = OMIT,
        previous_response_id: Union[Union[str, None], Omit] = OMIT,
        session_id: Union[str, Omit] = OMIT,
        store: Union[Union[bool, None], Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        metadata: Union[Union[Dict[str, Any], None], Omit] = OMIT,
        user: Union[Any, Omit] = OMIT,
        tool_choice: Union[Any, Omit] = OMIT,
        text: Union[Union[Dict[str, Any], None], Omit] = OMIT,
        background: Union[Union[Literal[False], None], Omit] = OMIT,
        conversation: Union[None, Omit] = OMIT,
        prompt: Union[None, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Response:
        """Chat with an agent in the protocol of OpenAI responses.

        As `POST /v1/chat/completions`, for clients that speak the newer protocol. `previous_response_id` continues a session. Unknown fields are ignored, and so are fields that the agent decides itself, such as `instructions` and `temperature`.

        `POST /v1/responses`

        Args:
            model: The id or the name of an agent.
            input: A message, or a list whose last message of the user is answered. Earlier messages are the context.
            instructions: Ignored: the agent has its own instructions.
            previous_response_id: The response that the message follows. Its session goes on from there.
            session_id: As in `POST /v1/agents/:id/chat`. The header `X-Session-Id` does the same.
            store: `false`: the conversation is not kept, and no later response can follow.
            as_user: The principals for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source.
            metadata: Stored with the session. `session_id` or `chat_id` in it names the session.
            user: As in `POST /v1/chat/completions`.
            tool_choice: `auto` or `none`: an agent calls no tools, so those of the request are ignored.
            text: As `response_format` in `POST /v1/chat/completions`.
            background: Only `false`.
            conversation: Not supported: must be absent: send `previous_response_id` or `session_id` instead.
            prompt: Not supported: must be absent: an agent has its own instructions.
        """
        answer_: models.Response = self._client.send_for_body(Call("POST", "/v1/responses", json={"model": model, "input": input, "instructions": instructions, "previous_response_id": previous_response_id, "session_id": session_id, "store": store, "as_user": as_user, "metadata": metadata, "user": user, "tool_choice": tool_choice, "text": text, "background": background, "conversation": conversation, "prompt": prompt}, options=options), models.Response)
        return answer_

    def stream_response(
        self,
        *,
        model: str,
        input: Union[str, List[Dict[str, Any]]],
        instructions: Union[Union[str, None], Omit] = OMIT,
        previous_response_id: Union[Union[str, None], Omit] = OMIT,
        session_id: Union[str, Omit] = OMIT,
        store: Union[Union[bool, None], Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        metadata: Union[Union[Dict[str, Any], None], Omit] = OMIT,
        user: Union[Any, Omit] = OMIT,
        tool_choice: Union[Any, Omit] = OMIT,
        text: Union[Union[Dict[str, Any], None], Omit] = OMIT,
        background: Union[Union[Literal[False], None], Omit] = OMIT,
        conversation: Union[None, Omit] = OMIT,
        prompt: Union[None, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Iterator[ServerEvent]:
        """Chat with an agent in the protocol of OpenAI responses.

        As `POST /v1/chat/completions`, for clients that speak the newer protocol. `previous_response_id` continues a session. Unknown fields are ignored, and so are fields that the agent decides itself, such as `instructions` and `temperature`.

        `POST /v1/responses`

        Args:
            model: The id or the name of an agent.
            input: A message, or a list whose last message of the user is answered. Earlier messages are the context.
            instructions: Ignored: the agent has its own instructions.
            previous_response_id: The response that the message follows. Its session goes on from there.
            session_id: As in `POST /v1/agents/:id/chat`. The header `X-Session-Id` does the same.
            store: `false`: the conversation is not kept, and no later response can follow.
            as_user: The principals for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source.
            metadata: Stored with the session. `session_id` or `chat_id` in it names the session.
            user: As in `POST /v1/chat/completions`.
            tool_choice: `auto` or `none`: an agent calls no tools, so those of the request are ignored.
            text: As `response_format` in `POST /v1/chat/completions`.
            background: Only `false`.
            conversation: Not supported: must be absent: send `previous_response_id` or `session_id` instead.
            prompt: Not supported: must be absent: an agent has its own instructions.
        """
        return self._client.stream_events(Call("POST", "/v1/responses", json={"model": model, "input": input, "instructions": instructions, "previous_response_id": previous_response_id, "session_id": session_id, "store": store, "as_user": as_user, "metadata": metadata, "user": user, "tool_choice": tool_choice, "text": text, "background": background, "conversation": conversation, "prompt": prompt, "stream": True}, options=options))

    def get_model(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.AgentModel:
        """Get an agent in the OpenAI protocol.

        An active agent, by its id or its name.

        `GET /v1/models/{id}`
        """
        answer_: models.AgentModel = self._client.send_for_body(Call("GET", at("/v1/models/{}", id), options=options), models.AgentModel)
        return answer_

    def list_models(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.ModelList:
        """List agents in the OpenAI protocol.

        All active agents, newest first, on one page. Embedding models are not among them: chat programs offer every model of the list for chats.

        `GET /v1/models`
        """
        answer_: models.ModelList = self._client.send_for_body(Call("GET", "/v1/models", options=options), models.ModelList)
        return answer_


class QuestionSetsResource(Resource):
    def add_questions(
        self,
        id: str,
        *,
        questions: Union[List[params.NewSetQuestion], Omit] = OMIT,
        conversations: Union[List[Dict[str, Any]], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.AddedQuestions:
        """Add questions to a set.

        From the body, or from conversations. A question that the set has already, in whatever case and punctuation, is updated if something says what is right.

        `POST /v1/question-sets/{id}/questions`

        Args:
            questions: Required, unless `conversations` is there.
            conversations: Adds the questions that people asked in them. The latest verdict on a reply says what is right; without one the question waits for somebody to say so.
        """
        answer_: models.AddedQuestions = self._client.send(Call("POST", at("/v1/question-sets/{}/questions", id), json={"questions": questions, "conversations": conversations}, options=options), models.AddedQuestions)
        return answer_

    def create(
        self,
        *,
        name: str,
        questions: Union[List[params.NewSetQuestion], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.QuestionSet:
        """Create a question set.

        Questions with what answers them, to evaluate agents with. A workspace has at most 200 sets.

        `POST /v1/question-sets`

        Args:
            name: What people call it, on one line. Names need not be unique.
            questions: Its first questions.
        """
        answer_: models.QuestionSet = self._client.send(Call("POST", "/v1/question-sets", json={"name": name, "questions": questions}, options=options), models.QuestionSet)
        return answer_

    def delete(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a question set.

        At once and for good. Its evaluations stay.

        `DELETE /v1/question-sets/{id}`
        """
        self._client.send(Call("DELETE", at("/v1/question-sets/{}", id), options=options), None)

    def delete_question(
        self,
        id: str,
        question_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a question of a set.

        Evaluations that asked it stay.

        `DELETE /v1/question-sets/{id}/questions/{question_id}`
        """
        self._client.send(Call("DELETE", at("/v1/question-sets/{}/questions/{}", id, question_id), options=options), None)

    def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.QuestionSetWithQuestions:
        """Get a question set.

        With its questions.

        `GET /v1/question-sets/{id}`
        """
        answer_: models.QuestionSetWithQuestions = self._client.send(Call("GET", at("/v1/question-sets/{}", id), options=options), models.QuestionSetWithQuestions)
        return answer_

    def import_(
        self,
        id: str,
        *,
        questions: List[params.ImportedQuestion],
        dry_run: Union[Literal["true", "false"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.AddedQuestions:
        """Import questions into a set.

        If anything is wrong, nothing is imported, and the error names the line and the field. `text/csv` names its columns in the first row, `question` and if you like `sources` (ids or names), `answers` (words of which a right reply has one) and `must_refuse`, and separates several values with `|`; `application/jsonl` has one question per line.

        `POST /v1/question-sets/{id}/import`

        Args:
            questions: The questions of the file.
            dry_run: Checks everything and says what would change, but changes nothing.
        """
        answer_: models.AddedQuestions = self._client.send(Call("POST", at("/v1/question-sets/{}/import", id), query={"dry_run": dry_run}, json={"questions": questions}, options=options), models.AddedQuestions)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.QuestionSet]:
        """List question sets.

        Newest first, without their questions.

        `GET /v1/question-sets`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.send_for_page(Call("GET", "/v1/question-sets", query={"limit": limit, "cursor": cursor}, options=options), models.QuestionSet)

    def update(
        self,
        id: str,
        *,
        name: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.QuestionSet:
        """Update a question set.

        Only the fields you send change.

        `PATCH /v1/question-sets/{id}`

        Args:
            name: What people call it, on one line. Names need not be unique.
        """
        answer_: models.QuestionSet = self._client.send(Call("PATCH", at("/v1/question-sets/{}", id), json={"name": name}, options=options), models.QuestionSet)
        return answer_

    def update_question(
        self,
        id: str,
        question_id: str,
        *,
        query: Union[str, Omit] = OMIT,
        relevant: Union[List[Dict[str, Any]], Omit] = OMIT,
        must: Union[List[str], Omit] = OMIT,
        unanswerable: Union[bool, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.QuestionSet:
        """Update a question of a set.

        Only the fields you send change.

        `PATCH /v1/question-sets/{id}/questions/{question_id}`

        Args:
            query: What a person would ask.
            relevant: All sources that answer the question.
            must: Phrases; a right reply contains at least one. Case, line breaks and Markdown emphasis do not count.
            unanswerable: The right reply is that there is no answer: an agent must refuse.
        """
        answer_: models.QuestionSet = self._client.send(Call("PATCH", at("/v1/question-sets/{}/questions/{}", id, question_id), json={"query": query, "relevant": relevant, "must": must, "unanswerable": unanswerable}, options=options), models.QuestionSet)
        return answer_


class SavedViewsResource(Resource):
    def create(
        self,
        *,
        resource: Literal["conversations", "sources"],
        name: str,
        filters: Dict[str, Any],
        is_shared: Union[bool, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.SavedView:
        """Save a view.

        Filters of a list under a name. An owner has at most 50 views, and a workspace shares at most 100.

        `POST /v1/views`

        Args:
            resource: Whose filters it has.
            name: What people call it, on one line. Names need not be unique.
            filters: Parameters of the list, such as `{"state": "open", "assignee": "me"}`. Those that a list does not know are kept and mean nothing.
            is_shared: Whether everyone in the workspace sees it, or only its owner. Defaults to `false`.
        """
        answer_: models.SavedView = self._client.send(Call("POST", "/v1/views", json={"resource": resource, "name": name, "filters": filters, "is_shared": is_shared}, options=options), models.SavedView)
        return answer_

    def delete(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a saved view.

        What it shows stays.

        `DELETE /v1/views/{id}`
        """
        self._client.send(Call("DELETE", at("/v1/views/{}", id), options=options), None)

    def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.SavedView:
        """Get a saved view.

        Your own, or a shared one.

        `GET /v1/views/{id}`
        """
        answer_: models.SavedView = self._client.send(Call("GET", at("/v1/views/{}", id), options=options), models.SavedView)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        resource: Union[Literal["conversations", "sources"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.SavedView]:
        """List saved views.

        Your own and those that are shared, oldest first.

        `GET /v1/views`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            resource: Only views of this list.
        """
        return self._client.send_for_page(Call("GET", "/v1/views", query={"limit": limit, "cursor": cursor, "resource": resource}, options=options), models.SavedView)

    def update(
        self,
        id: str,
        *,
        name: Union[str, Omit] = OMIT,
        filters: Union[Dict[str, Any], Omit] = OMIT,
        is_shared: Union[bool, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.SavedView:
        """Change a saved view.

        Only the fields you send change. The list of a view stays.

        `PATCH /v1/views/{id}`

        Args:
            name: What people call it, on one line. Names need not be unique.
            filters: Parameters of the list, such as `{"state": "open", "assignee": "me"}`. Those that a list does not know are kept and mean nothing.
            is_shared: Whether everyone in the workspace sees it, or only its owner.
        """
        answer_: models.SavedView = self._client.send(Call("PATCH", at("/v1/views/{}", id), json={"name": name, "filters": filters, "is_shared": is_shared}, options=options), models.SavedView)
        return answer_


class SearchResource(Resource):
    def query(
        self,
        *,
        query: str,
        limit: Union[int, Omit] = OMIT,
        search_type: Union[Literal["semantic", "keyword", "hybrid"], Omit] = OMIT,
        source_ids: Union[List[str], Omit] = OMIT,
        min_score: Union[float, Omit] = OMIT,
        knowledge_base_ids: Union[List[str], Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        filter: Union[Union[params.EqualityFilter, params.OrderFilter, params.ListFilter, params.ExistenceFilter, params.CompoundFilter], Omit] = OMIT,
        max_per_source: Union[int, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        include: Union[List[Literal["score_details", "matches"]], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.SearchResult:
        """Search the indexed sources.

        Returns the passages that fit the query best, best first, with a calibrated score. `GET /v1/query` does the same for read_only keys.

        `POST /v1/query`

        Args:
            query: Natural language; for `keyword`, keywords and phrases. Text in quotation marks must match exactly.
            limit: The most results. Defaults to `5`.
            search_type: `semantic`: by meaning. `keyword`: by exact terms. `hybrid`: both, ranked by a combined score. Defaults to `hybrid`.
            source_ids: Only these sources.
            min_score: Leaves out results with a lower score.
            knowledge_base_ids: Only these knowledge bases. Defaults to all that you can see.
            tags: Only sources with any of these tags.
            filter: Only sources whose metadata matches.
            max_per_source: The most results from one source, so that other sources are shown too.
            as_user: The principals for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source.
            include: What to add to each result.
        """
        answer_: models.SearchResult = self._client.send(Call("POST", "/v1/query", json={"query": query, "limit": limit, "search_type": search_type, "source_ids": source_ids, "min_score": min_score, "knowledge_base_ids": knowledge_base_ids, "tags": tags, "filter": filter, "max_per_source": max_per_source, "as_user": as_user, "include": include}, options=options), models.SearchResult)
        return answer_

    def query_by_url(
        self,
        *,
        query: str,
        limit: Union[int, Omit] = OMIT,
        search_type: Union[Literal["semantic", "keyword", "hybrid"], Omit] = OMIT,
        source_ids: Union[List[str], Omit] = OMIT,
        min_score: Union[float, Omit] = OMIT,
        knowledge_base_ids: Union[List[str], Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        filter: Union[str, Omit] = OMIT,
        max_per_source: Union[int, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        include: Union[List[Literal["score_details", "matches"]], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.SearchResult:
        """Search the indexed sources, as a query string.

        The same search for read_only keys, which may only send GET.

        `GET /v1/query`

        Args:
            query: Natural language; for `keyword`, keywords and phrases. Text in quotation marks must match exactly.
            limit: The most results. Defaults to `5`.
            search_type: `semantic`: by meaning. `keyword`: by exact terms. `hybrid`: both, ranked by a combined score. Defaults to `hybrid`.
            source_ids: Only these sources. Repeat the parameter for several.
            min_score: Leaves out results with a lower score.
            knowledge_base_ids: Only these knowledge bases. Repeat the parameter for several. Defaults to all that you can see.
            tags: Only sources with any of these tags. Repeat the parameter for several.
            filter: A filter on metadata, as JSON: the same as the field `filter` of `POST /v1/query`, such as `{"type":"eq","key":"language","value":"de"}`.
            max_per_source: The most results from one source, so that other sources are shown too.
            as_user: The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several.
            include: What to add to each result. Repeat the parameter for both.
        """
        answer_: models.SearchResult = self._client.send(Call("GET", "/v1/query", query={"query": query, "limit": limit, "search_type": search_type, "source_ids": source_ids, "min_score": min_score, "knowledge_base_ids": knowledge_base_ids, "tags": tags, "filter": filter, "max_per_source": max_per_source, "as_user": as_user, "include": include}, options=options), models.SearchResult)
        return answer_


class SourcesResource(Resource):
    def bulk_update(
        self,
        *,
        action: Literal["delete", "reindex", "add_tags", "remove_tags", "set_metadata", "set_allowed", "move"],
        source_ids: List[str],
        tags: Union[List[str], Omit] = OMIT,
        knowledge_base_id: Union[str, Omit] = OMIT,
        metadata: Union[Dict[str, Any], Omit] = OMIT,
        allowed: Union[Union[List[str], None], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.BulkResult:
        """Change sources in bulk.

        Changes all of them, or none if the request is refused, as the endpoint of a single source would. Ids without a source are listed as missing.

        `POST /v1/knowledge-base/sources/bulk`

        Args:
            action: What to do with each source.
            source_ids: The sources to change.
            tags: Required for `add_tags` and `remove_tags`.
            knowledge_base_id: Where to; required for `move`.
            metadata: Required for `set_metadata`. Merged into the metadata of each: null removes a key.
            allowed: Required for `set_allowed`: who may see each, in place of who may now. Null: everyone.
        """
        answer_: models.BulkResult = self._client.send(Call("POST", "/v1/knowledge-base/sources/bulk", json={"action": action, "source_ids": source_ids, "tags": tags, "knowledge_base_id": knowledge_base_id, "metadata": metadata, "allowed": allowed}, options=options), models.BulkResult)
        return answer_

    def create(
        self,
        *,
        type: Union[Literal["text"], Literal["url"]],
        name: str,
        content: Union[str, Omit] = OMIT,
        metadata: Union[Dict[str, Any], Omit] = OMIT,
        allowed: Union[Union[List[str], None], Omit] = OMIT,
        knowledge_base_id: Union[str, Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        on_duplicate: Union[Literal["keep", "skip", "error"], Omit] = OMIT,
        external_id: Union[str, Omit] = OMIT,
        url: Union[str, Omit] = OMIT,
        refresh_interval_hours: Union[int, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Source:
        """Add a source.

        Stored at once and indexed in the background. Read its `status`, or wait with `GET …/:id?wait=30`.

        `POST /v1/knowledge-base/sources`

        Args:
            type: A web page that Footnote fetches.
            name: The name that lists and citations show.
            content: The text, plain or Markdown.
            allowed: The principals who may see it: users and groups by names of your choice, such as `user:ada@museum.example` or `group:staff`. Null: everyone. An empty list: only requests without `as_user`.
            knowledge_base_id: The knowledge base to add it to. Defaults to the default knowledge base.
            tags: Words to filter sources by.
            on_duplicate: What to do if the knowledge base already has the same bytes or URL: `keep` adds the source and names the other in `duplicate_of`, `skip` answers 200 with the other, `error` answers 409. Defaults to `keep`.
            external_id: The id of the source where it comes from, such as a path or the key of a record; unique in the knowledge base.
            url: The address of the page, http or https.
            refresh_interval_hours: How often to fetch the page again and reindex it if it has changed. Never without it.
        """
        answer_: models.Source = self._client.send(Call("POST", "/v1/knowledge-base/sources", json={"type": type, "name": name, "content": content, "metadata": metadata, "allowed": allowed, "knowledge_base_id": knowledge_base_id, "tags": tags, "on_duplicate": on_duplicate, "external_id": external_id, "url": url, "refresh_interval_hours": refresh_interval_hours}, options=options), models.Source)
        return answer_

    def create_batch(
        self,
        *,
        sources: List[Union[params.CreateTextSource, params.CreateUrlSource]],
        upsert: Union[bool, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.CreatedSources:
        """Add sources in a batch.

        Adds up to 100 texts and web pages. Each has its own answer, in order: one that is refused does not stop the others.

        `POST /v1/knowledge-base/sources/batch`

        Args:
            sources: Texts and web pages. Documents are uploaded one by one.
            upsert: Whether a source whose `external_id` the knowledge base has already is updated, as by `PUT …/by-external-id/:external_id`; otherwise it gets 409. Defaults to `false`.
        """
        answer_: models.CreatedSources = self._client.send(Call("POST", "/v1/knowledge-base/sources/batch", json={"sources": sources, "upsert": upsert}, options=options), models.CreatedSources)
        return answer_

    def delete(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a source.

        Deletes its text and chunks too, at once and for good.

        `DELETE /v1/knowledge-base/sources/{id}`
        """
        self._client.send(Call("DELETE", at("/v1/knowledge-base/sources/{}", id), options=options), None)

    def download(
        self,
        id: str,
        *,
        as_user: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> bytes:
        """Download the original file of a source.

        The original bytes, even before they are indexed; for a page, as last fetched. Answers 404 for a page that was never fetched. `Range` gets a part of them, with 206, and `If-None-Match` with the `ETag` of an earlier answer 304 if they are the same.

        `GET /v1/knowledge-base/sources/{id}/file`

        Args:
            as_user: The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several.
        """
        return self._client.send_for_bytes(Call("GET", at("/v1/knowledge-base/sources/{}/file", id), query={"as_user": as_user}, options=options))

    def export(
        self,
        *,
        sort: Union[Literal["name", "-name", "created_at", "-created_at", "updated_at", "-updated_at", "size_bytes", "-size_bytes", "chunk_count", "-chunk_count", "status", "-status"], Omit] = OMIT,
        status: Union[Literal["processing", "indexed", "failed"], Omit] = OMIT,
        type: Union[Literal["document", "url", "text"], Omit] = OMIT,
        q: Union[str, Omit] = OMIT,
        name_prefix: Union[str, Omit] = OMIT,
        knowledge_base_ids: Union[List[str], Omit] = OMIT,
        external_id: Union[str, Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        filter: Union[str, Omit] = OMIT,
        principal: Union[str, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> str:
        """Export chosen sources as CSV.

        One row for each source that `GET /v1/knowledge-base/sources` lists with the same parameters, without its content. An export that breaks off ends without the last chunk.

        `GET /v1/knowledge-base/sources/export`

        Args:
            sort: What to sort by; with `-`, the last or largest first. `name` takes A to Z as a to z, and all else by code point. Defaults to `-created_at`.
            status: Only sources with this status.
            type: Only sources of this type.
            q: Part of the name or file name; case does not matter.
            name_prefix: Only sources whose name begins with it, or for a web page its URL without `https://`: `handbook/` or `docs.example.com/guides/`. Case matters.
            knowledge_base_ids: Only sources of these knowledge bases. Repeat the parameter for several.
            external_id: The id of the source where it comes from, such as a path or the key of a record; unique in the knowledge base.
            tags: Only sources with any of these tags. Repeat the parameter for several.
            filter: A filter on metadata, as JSON: the same as the field `filter` of `POST /v1/query`, such as `{"type":"eq","key":"language","value":"de"}`.
            principal: Only restricted sources whose `allowed` has this principal.
            as_user: The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several.
        """
        return self._client.send_for_text(Call("GET", "/v1/knowledge-base/sources/export", query={"sort": sort, "status": status, "type": type, "q": q, "name_prefix": name_prefix, "knowledge_base_ids": knowledge_base_ids, "external_id": external_id, "tags": tags, "filter": filter, "principal": principal, "as_user": as_user}, options=options))

    def get(
        self,
        id: str,
        *,
        wait: Union[Union[float, Literal["deep"]], Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Source:
        """Get a source.

        With `wait`, the answer comes once the source has been processed or the time is up.

        `GET /v1/knowledge-base/sources/{id}`

        Args:
            wait: How many seconds to wait while the status is `processing`; `deep` waits at most 60 seconds, also while `understanding` is `pending`. Defaults to `0`.
            as_user: The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several.
        """
        answer_: models.Source = self._client.send(Call("GET", at("/v1/knowledge-base/sources/{}", id), query={"wait": wait, "as_user": as_user}, options=options), models.Source)
        return answer_

    def get_content(
        self,
        id: str,
        *,
        as_user: Union[List[str], Omit] = OMIT,
        offset: Union[int, Omit] = OMIT,
        limit: Union[int, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.SourceContent:
        """Get the extracted text of a source.

        The text that citations and chunks point into, with its headings and pages, whole or in parts. Empty until the source is indexed.

        `GET /v1/knowledge-base/sources/{id}/content`

        Args:
            as_user: The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several.
            offset: Where the part begins, in UTF-16 code units: `next_offset` of the previous part.
            limit: The most UTF-16 code units of a part. Without it, the text to its end.
        """
        answer_: models.SourceContent = self._client.send(Call("GET", at("/v1/knowledge-base/sources/{}/content", id), query={"as_user": as_user, "offset": offset, "limit": limit}, options=options), models.SourceContent)
        return answer_

    def get_counts(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.SourceCounts:
        """Count sources.

        By status, type, knowledge base and tag, over all knowledge bases that you can see.

        `GET /v1/knowledge-base/sources/counts`
        """
        answer_: models.SourceCounts = self._client.send(Call("GET", "/v1/knowledge-base/sources/counts", options=options), models.SourceCounts)
        return answer_

    def get_places(
        self,
        id: str,
        *,
        start: Union[int, Omit] = OMIT,
        end: Union[int, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.SourcePlaces:
        """Find a passage in the original.

        Where a passage of the extracted text is in the original, to mark it there: boxes on the pages of PDFs and pictures, slides, cells of spreadsheets, the anchor in a web page or Markdown file. Without a passage, all pages with their sizes. Empty until the source is indexed; a source that an older version indexed has boxes, cells and anchors after a reindex.

        `GET /v1/knowledge-base/sources/{id}/places`

        Args:
            start: Where the passage begins in the text, as in a citation, a chunk or a result.
            end: Where the passage ends, exclusive: at most 20,000 UTF-16 code units after `start`.
            as_user: The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several.
        """
        answer_: models.SourcePlaces = self._client.send(Call("GET", at("/v1/knowledge-base/sources/{}/places", id), query={"start": start, "end": end, "as_user": as_user}, options=options), models.SourcePlaces)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        sort: Union[Literal["name", "-name", "created_at", "-created_at", "updated_at", "-updated_at", "size_bytes", "-size_bytes", "chunk_count", "-chunk_count", "status", "-status"], Omit] = OMIT,
        status: Union[Literal["processing", "indexed", "failed"], Omit] = OMIT,
        type: Union[Literal["document", "url", "text"], Omit] = OMIT,
        q: Union[str, Omit] = OMIT,
        name_prefix: Union[str, Omit] = OMIT,
        knowledge_base_ids: Union[List[str], Omit] = OMIT,
        external_id: Union[str, Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        filter: Union[str, Omit] = OMIT,
        principal: Union[str, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.Source]:
        """List sources.

        Newest first, or sorted as you ask.

        `GET /v1/knowledge-base/sources`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            sort: What to sort by; with `-`, the last or largest first. `name` takes A to Z as a to z, and all else by code point. Defaults to `-created_at`.
            status: Only sources with this status.
            type: Only sources of this type.
            q: Part of the name or file name; case does not matter.
            name_prefix: Only sources whose name begins with it, or for a web page its URL without `https://`: `handbook/` or `docs.example.com/guides/`. Case matters.
            knowledge_base_ids: Only sources of these knowledge bases. Repeat the parameter for several.
            external_id: The id of the source where it comes from, such as a path or the key of a record; unique in the knowledge base.
            tags: Only sources with any of these tags. Repeat the parameter for several.
            filter: A filter on metadata, as JSON: the same as the field `filter` of `POST /v1/query`, such as `{"type":"eq","key":"language","value":"de"}`.
            principal: Only restricted sources whose `allowed` has this principal.
            as_user: The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several.
        """
        return self._client.send_for_page(Call("GET", "/v1/knowledge-base/sources", query={"limit": limit, "cursor": cursor, "sort": sort, "status": status, "type": type, "q": q, "name_prefix": name_prefix, "knowledge_base_ids": knowledge_base_ids, "external_id": external_id, "tags": tags, "filter": filter, "principal": principal, "as_user": as_user}, options=options), models.Source)

    def list_chunks(
        self,
        id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.SourceChunk]:
        """List the chunks of a source.

        In the order of the text: the passages that searches return. Empty until the source is indexed.

        `GET /v1/knowledge-base/sources/{id}/chunks`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            as_user: The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several.
        """
        return self._client.send_for_page(Call("GET", at("/v1/knowledge-base/sources/{}/chunks", id), query={"limit": limit, "cursor": cursor, "as_user": as_user}, options=options), models.SourceChunk)

    def list_folders(
        self,
        *,
        status: Union[Literal["processing", "indexed", "failed"], Omit] = OMIT,
        type: Union[Literal["document", "url", "text"], Omit] = OMIT,
        q: Union[str, Omit] = OMIT,
        name_prefix: Union[str, Omit] = OMIT,
        knowledge_base_ids: Union[List[str], Omit] = OMIT,
        external_id: Union[str, Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        filter: Union[str, Omit] = OMIT,
        principal: Union[str, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.SourceFolders:
        """List folders of sources.

        The folders directly below `name_prefix`, or all at the top without it, of the sources that the other parameters choose. The name `handbook/leave.md` is in `handbook/`, the page `https://docs.example.com/guides/start` in `docs.example.com/`.

        `GET /v1/knowledge-base/sources/folders`

        Args:
            status: Only sources with this status.
            type: Only sources of this type.
            q: Part of the name or file name; case does not matter.
            name_prefix: Only sources whose name begins with it, or for a web page its URL without `https://`: `handbook/` or `docs.example.com/guides/`. Case matters.
            knowledge_base_ids: Only sources of these knowledge bases. Repeat the parameter for several.
            external_id: The id of the source where it comes from, such as a path or the key of a record; unique in the knowledge base.
            tags: Only sources with any of these tags. Repeat the parameter for several.
            filter: A filter on metadata, as JSON: the same as the field `filter` of `POST /v1/query`, such as `{"type":"eq","key":"language","value":"de"}`.
            principal: Only restricted sources whose `allowed` has this principal.
            as_user: The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several.
        """
        answer_: models.SourceFolders = self._client.send(Call("GET", "/v1/knowledge-base/sources/folders", query={"status": status, "type": type, "q": q, "name_prefix": name_prefix, "knowledge_base_ids": knowledge_base_ids, "external_id": external_id, "tags": tags, "filter": filter, "principal": principal, "as_user": as_user}, options=options), models.SourceFolders)
        return answer_

    def list_history(
        self,
        id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.SourceHistoryEntry]:
        """List a source's history.

        Newest first: how it was added, who changed what, and how each indexing ended. Footnote keeps the first entry and the newest 200.

        `GET /v1/knowledge-base/sources/{id}/history`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.send_for_page(Call("GET", at("/v1/knowledge-base/sources/{}/history", id), query={"limit": limit, "cursor": cursor}, options=options), models.SourceHistoryEntry)

    def list_similar(
        self,
        id: str,
        *,
        as_user: Union[List[str], Omit] = OMIT,
        limit: Union[int, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.SimilarSources:
        """List similar sources.

        The sources of the same knowledge base that are most like this one: duplicates, translations and related texts. Long sources are compared by 32 of their chunks, taken evenly.

        `GET /v1/knowledge-base/sources/{id}/similar`

        Args:
            as_user: The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several.
            limit: The most sources to return. Defaults to `10`.
        """
        answer_: models.SimilarSources = self._client.send(Call("GET", at("/v1/knowledge-base/sources/{}/similar", id), query={"as_user": as_user, "limit": limit}, options=options), models.SimilarSources)
        return answer_

    def reindex(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Source:
        """Reindex a source.

        Uses the stored content, or fetches the page again. Use it after `failed`. What is indexed keeps answering meanwhile.

        `POST /v1/knowledge-base/sources/{id}/reindex`
        """
        answer_: models.Source = self._client.send(Call("POST", at("/v1/knowledge-base/sources/{}/reindex", id), options=options), models.Source)
        return answer_

    def render(
        self,
        id: str,
        *,
        start: Union[int, Omit] = OMIT,
        end: Union[int, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> str:
        """Get a source as a web page.

        The extracted text as HTML that is safe to show: headings, lists, tables and code as such, and no scripts, links or images. Each block has `data-start` and `data-end`, its offsets in the text of `GET …/:id/content`, and each page or slide `id="page-N"`. Answers 404 until the source is indexed.

        `GET /v1/knowledge-base/sources/{id}/render`

        Args:
            start: Where a passage to mark begins, as in a citation. It gets `id="passage"`.
            end: Where the passage ends, exclusive.
            as_user: The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several.
        """
        return self._client.send_for_text(Call("GET", at("/v1/knowledge-base/sources/{}/render", id), query={"start": start, "end": end, "as_user": as_user}, options=options))

    def update(
        self,
        id: str,
        *,
        name: Union[str, Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        metadata: Union[Union[Dict[str, Any], None], Omit] = OMIT,
        allowed: Union[Union[List[str], None], Omit] = OMIT,
        content: Union[str, Omit] = OMIT,
        url: Union[str, Omit] = OMIT,
        refresh_interval_hours: Union[Union[int, None], Omit] = OMIT,
        external_id: Union[Union[str, None], Omit] = OMIT,
        knowledge_base_id: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Source:
        """Update a source.

        With new `content`, `url` or `file`, the old content keeps answering until the new content is indexed. `knowledge_base_id` moves the source.

        `PATCH /v1/knowledge-base/sources/{id}`

        Args:
            name: The new name.
            tags: The new tags, in place of the present ones.
            metadata: Merged into the metadata: keys that are absent stay, and null removes a key. Null in place of the object removes all of it.
            allowed: The principals who may see it: users and groups by names of your choice, such as `user:ada@museum.example` or `group:staff`. Null: everyone. An empty list: only requests without `as_user`.
            content: New content, for a `text` source.
            url: New URL, for a `url` source.
            refresh_interval_hours: For a `url` source; null turns refreshing off.
            external_id: Another external id; null takes it away. 409 if another source of the knowledge base has it.
            knowledge_base_id: Moves the source to this knowledge base, with what was indexed of it.
        """
        answer_: models.Source = self._client.send(Call("PATCH", at("/v1/knowledge-base/sources/{}", id), json={"name": name, "tags": tags, "metadata": metadata, "allowed": allowed, "content": content, "url": url, "refresh_interval_hours": refresh_interval_hours, "external_id": external_id, "knowledge_base_id": knowledge_base_id}, options=options), models.Source)
        return answer_

    def upsert(
        self,
        external_id: str,
        *,
        type: Union[Literal["text"], Literal["url"]],
        name: str,
        content: Union[str, Omit] = OMIT,
        metadata: Union[Dict[str, Any], Omit] = OMIT,
        allowed: Union[Union[List[str], None], Omit] = OMIT,
        knowledge_base_id: Union[str, Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        url: Union[str, Omit] = OMIT,
        refresh_interval_hours: Union[int, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.UpsertedSource:
        """Create or update a source by external id.

        Creates the source, or updates the one of the knowledge base with this external id. The same content and fields again change nothing.

        `PUT /v1/knowledge-base/sources/by-external-id/{external_id}`

        Args:
            type: A web page that Footnote fetches.
            name: The name that lists and citations show.
            content: The text, plain or Markdown.
            allowed: The principals who may see it: users and groups by names of your choice, such as `user:ada@museum.example` or `group:staff`. Null: everyone. An empty list: only requests without `as_user`.
            knowledge_base_id: The knowledge base to add it to. Defaults to the default knowledge base.
            tags: Words to filter sources by. Without it, a source keeps its tags.
            url: The address of the page, http or https.
            refresh_interval_hours: How often to fetch the page again and reindex it if it has changed. Never without it.
        """
        answer_: models.UpsertedSource = self._client.send(Call("PUT", at("/v1/knowledge-base/sources/by-external-id/{}", external_id), json={"type": type, "name": name, "content": content, "metadata": metadata, "allowed": allowed, "knowledge_base_id": knowledge_base_id, "tags": tags, "url": url, "refresh_interval_hours": refresh_interval_hours}, options=options), models.UpsertedSource)
        return answer_

    def watch(
        self,
        *,
        last_event_id: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Iterator[ServerEvent]:
        """Stream source changes.

        Server-sent events. `ready` comes first: if you read the list after it, you miss no change. `source` has a source that was added or changed, at most four times a second for each; `source_deleted` has its `id`; `error` comes before the end, for example when the key was revoked. A later `ready` means that changes were left out: read the list again. After a break, send the id of the last event that had one, as `Last-Event-ID` or `last_event_id`: `continued` comes instead of `ready`, and then all that has changed since, the last state of each source once. Ids are good for a day, or 10,000 changes; with an older one, `ready` comes.

        `GET /v1/knowledge-base/changes`

        Args:
            last_event_id: The id of the last event that you have, to go on from there. The header `Last-Event-ID`, which browsers send when they connect again, comes before it.
        """
        return self._client.stream_events(Call("GET", "/v1/knowledge-base/changes", query={"last_event_id": last_event_id}, options=options))


class TrialsResource(Resource):
    def create(
        self,
        id: str,
        *,
        message: str,
        settings: Union[params.TrialSettings, Omit] = OMIT,
        model: Union[str, Omit] = OMIT,
        history: Union[List[Dict[str, Any]], Omit] = OMIT,
        filter: Union[Union[params.EqualityFilter, params.OrderFilter, params.ListFilter, params.ExistenceFilter, params.CompoundFilter], Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Trial:
        """Ask an agent with other settings.

        Replies as the agent would with these settings, and says how: the passages, the steps and their times. Nothing is stored, so neither conversations nor insights know of it; tokens count in the usage and against the budgets. Paused agents reply too. A stream sends the events `meta`, `step` for each step, `search`, `delta` and `withdraw` as in a chat, and `done` with the whole trial, or `error`.

        `POST /v1/agents/{id}/trials`

        Args:
            message: What the person says.
            model: A language model of the installation, as `GET /v1/agents/{id}/trials` names them; `none` answers in sentences of the sources. Absent: as in chats.
            history: The conversation before the message, oldest first.
            filter: Answers only from sources whose metadata matches.
            as_user: The principals for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source.
        """
        answer_: models.Trial = self._client.send(Call("POST", at("/v1/agents/{}/trials", id), json={"message": message, "settings": settings, "model": model, "history": history, "filter": filter, "as_user": as_user}, options=options), models.Trial)
        return answer_

    def stream(
        self,
        id: str,
        *,
        message: str,
        settings: Union[params.TrialSettings, Omit] = OMIT,
        model: Union[str, Omit] = OMIT,
        history: Union[List[Dict[str, Any]], Omit] = OMIT,
        filter: Union[Union[params.EqualityFilter, params.OrderFilter, params.ListFilter, params.ExistenceFilter, params.CompoundFilter], Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Iterator[ServerEvent]:
        """Ask an agent with other settings.

        Replies as the agent would with these settings, and says how: the passages, the steps and their times. Nothing is stored, so neither conversations nor insights know of it; tokens count in the usage and against the budgets. Paused agents reply too. A stream sends the events `meta`, `step` for each step, `search`, `delta` and `withdraw` as in a chat, and `done` with the whole trial, or `error`.

        `POST /v1/agents/{id}/trials`

        Args:
            message: What the person says.
            model: A language model of the installation, as `GET /v1/agents/{id}/trials` names them; `none` answers in sentences of the sources. Absent: as in chats.
            history: The conversation before the message, oldest first.
            filter: Answers only from sources whose metadata matches.
            as_user: The principals for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source.
        """
        return self._client.stream_events(Call("POST", at("/v1/agents/{}/trials", id), json={"message": message, "settings": settings, "model": model, "history": history, "filter": filter, "as_user": as_user, "stream": True}, options=options))

    def get_models(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.TrialModels:
        """Get the models for trials of an agent.

        An administrator of the service sets them up.

        `GET /v1/agents/{id}/trials`
        """
        answer_: models.TrialModels = self._client.send(Call("GET", at("/v1/agents/{}/trials", id), options=options), models.TrialModels)
        return answer_


class UploadsResource(Resource):
    def delete(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a resumable upload.

        Deletes what has arrived. A source that was made of it stays.

        `DELETE /v1/uploads/{id}`
        """
        self._client.send(Call("DELETE", at("/v1/uploads/{}", id), options=options), None)

    def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Upload:
        """Get a resumable upload.

        How much of it has arrived, and its source. Clients of the tus protocol begin one at `POST /v1/uploads`. Only the key that began it sees it.

        `GET /v1/uploads/{id}`
        """
        answer_: models.Upload = self._client.send(Call("GET", at("/v1/uploads/{}", id), options=options), models.Upload)
        return answer_


class UsageResource(Resource):
    def get(
        self,
        *,
        from_: Union[str, Omit] = OMIT,
        to: Union[str, Omit] = OMIT,
        group_by: Union[List[Literal["day", "key"]], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.UsageReport:
        """Get usage.

        By day, by key or both. Requests of the last ten seconds on other nodes may be missing.

        `GET /v1/usage`

        Args:
            from_: The first day. Defaults to 29 days before `to`.
            to: The last day. Defaults to today.
            group_by: Defaults to `day`. Repeat it for both: `group_by=day&group_by=key`.
        """
        answer_: models.UsageReport = self._client.send(Call("GET", "/v1/usage", query={"from": from_, "to": to, "group_by": group_by}, options=options), models.UsageReport)
        return answer_


class WebhooksResource(Resource):
    def create(
        self,
        *,
        url: str,
        events: Union[Union[List[Literal["source.indexed", "source.failed", "source.deleted", "connector.failed", "agent.created", "agent.updated", "agent.published", "agent.deleted", "conversation.started", "conversation.updated", "conversation.handover", "conversation.handover_updated", "message.feedback", "message.verdict", "budget.warning", "budget.exceeded", "key.created", "key.revoked", "webhook.test"]], None], Omit] = OMIT,
        description: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.WebhookWithSecret:
        """Create a webhook.

        Only this answer shows its secret.

        `POST /v1/webhooks`

        Args:
            url: An http or https URL with a public address.
            events: Defaults to all.
            description: What it is for, in your words.
        """
        answer_: models.WebhookWithSecret = self._client.send(Call("POST", "/v1/webhooks", json={"url": url, "events": events, "description": description}, options=options), models.WebhookWithSecret)
        return answer_

    def delete(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a webhook and its deliveries.

        At once and for good. Deliveries that wait are not sent.

        `DELETE /v1/webhooks/{id}`
        """
        self._client.send(Call("DELETE", at("/v1/webhooks/{}", id), options=options), None)

    def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Webhook:
        """Get a webhook.

        Without its secret, which only the answers to creating and rotating show.

        `GET /v1/webhooks/{id}`
        """
        answer_: models.Webhook = self._client.send(Call("GET", at("/v1/webhooks/{}", id), options=options), models.Webhook)
        return answer_

    def get_delivery(
        self,
        id: str,
        delivery_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.DeliveryWithPayload:
        """Get a delivery with its payload.

        The body as it was sent, and the result of each attempt.

        `GET /v1/webhooks/{id}/deliveries/{delivery_id}`
        """
        answer_: models.DeliveryWithPayload = self._client.send(Call("GET", at("/v1/webhooks/{}/deliveries/{}", id, delivery_id), options=options), models.DeliveryWithPayload)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.Webhook]:
        """List webhooks.

        Newest first.

        `GET /v1/webhooks`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.send_for_page(Call("GET", "/v1/webhooks", query={"limit": limit, "cursor": cursor}, options=options), models.Webhook)

    def list_deliveries(
        self,
        id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        status: Union[Literal["pending", "delivered", "failed"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> Page[models.Delivery]:
        """List the deliveries of a webhook.

        Newest first.

        `GET /v1/webhooks/{id}/deliveries`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            status: Only deliveries with this status.
        """
        return self._client.send_for_page(Call("GET", at("/v1/webhooks/{}/deliveries", id), query={"limit": limit, "cursor": cursor, "status": status}, options=options), models.Delivery)

    def retry_delivery(
        self,
        id: str,
        delivery_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.DeliveryWithPayload:
        """Retry a delivery now.

        A delivery that has succeeded or failed starts over, with the same `webhook-id`. A pending one is attempted without waiting.

        `POST /v1/webhooks/{id}/deliveries/{delivery_id}/retry`
        """
        answer_: models.DeliveryWithPayload = self._client.send(Call("POST", at("/v1/webhooks/{}/deliveries/{}/retry", id, delivery_id), options=options), models.DeliveryWithPayload)
        return answer_

    def rotate_secret(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.WebhookWithSecret:
        """Rotate a webhook's secret.

        For 24 hours, deliveries are signed with both the old and the new secret.

        `POST /v1/webhooks/{id}/rotate-secret`
        """
        answer_: models.WebhookWithSecret = self._client.send(Call("POST", at("/v1/webhooks/{}/rotate-secret", id), options=options), models.WebhookWithSecret)
        return answer_

    def test(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.DeliveryWithPayload:
        """Send a test event to a webhook.

        Sends an event `webhook.test` to this webhook only, whatever event types it receives.

        `POST /v1/webhooks/{id}/test`
        """
        answer_: models.DeliveryWithPayload = self._client.send(Call("POST", at("/v1/webhooks/{}/test", id), options=options), models.DeliveryWithPayload)
        return answer_

    def update(
        self,
        id: str,
        *,
        url: Union[str, Omit] = OMIT,
        events: Union[Union[List[Literal["source.indexed", "source.failed", "source.deleted", "connector.failed", "agent.created", "agent.updated", "agent.published", "agent.deleted", "conversation.started", "conversation.updated", "conversation.handover", "conversation.handover_updated", "message.feedback", "message.verdict", "budget.warning", "budget.exceeded", "key.created", "key.revoked", "webhook.test"]], None], Omit] = OMIT,
        description: Union[str, Omit] = OMIT,
        enabled: Union[bool, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Webhook:
        """Update a webhook.

        Changes only the fields that you send.

        `PATCH /v1/webhooks/{id}`

        Args:
            url: An http or https URL with a public address.
            events: Null means all events.
            description: What it is for, in your words.
            enabled: `false` fails pending deliveries; `true` clears the failures.
        """
        answer_: models.Webhook = self._client.send(Call("PATCH", at("/v1/webhooks/{}", id), json={"url": url, "events": events, "description": description, "enabled": enabled}, options=options), models.Webhook)
        return answer_


class WorkspaceResource(Resource):
    def export(
        self,
        *,
        what: Literal["conversations", "sources", "audit_log"],
        options: Optional[RequestOptions] = None,
    ) -> str:
        """Export conversations, sources or the audit log.

        One JSON object per line: conversations with their messages, sources as the list shows them, or audit log entries. An export that breaks off ends without the last chunk.

        `GET /v1/export`

        Args:
            what: What to export.
        """
        return self._client.send_for_text(Call("GET", "/v1/export", query={"what": what}, options=options))

    def get(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Workspace:
        """Get the workspace.

        The workspace of the key, or the one that your browser shows.

        `GET /v1/workspace`
        """
        answer_: models.Workspace = self._client.send(Call("GET", "/v1/workspace", options=options), models.Workspace)
        return answer_

    def get_configuration(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Configuration:
        """Get the configuration of the installation.

        The models that are set up, and the limits that forms need to know.

        `GET /v1/configuration`
        """
        answer_: models.Configuration = self._client.send(Call("GET", "/v1/configuration", options=options), models.Configuration)
        return answer_

    def list_models(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> List[models.ModelState]:
        """List the models of the installation.

        Those that are set up and those that are not, with their state.

        `GET /v1/configuration/models`
        """
        answer_: List[models.ModelState] = self._client.send(Call("GET", "/v1/configuration/models", options=options), List[models.ModelState])
        return answer_

    def test_model(
        self,
        *,
        role: Literal["embedding", "deep", "reranker", "chat", "fallback"],
        options: Optional[RequestOptions] = None,
    ) -> models.ModelTest:
        """Test a model.

        Sends it one small request, which its provider may bill, and says how long it took or what is wrong. At most 10 a minute in a workspace.

        `POST /v1/configuration/models/test`

        Args:
            role: The model to test.
        """
        answer_: models.ModelTest = self._client.send(Call("POST", "/v1/configuration/models/test", json={"role": role}, options=options), models.ModelTest)
        return answer_

    def update(
        self,
        *,
        name: Union[str, Omit] = OMIT,
        members_may_publish: Union[bool, Omit] = OMIT,
        token_budget: Union[params.ChangeTokenBudget, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Workspace:
        """Update the workspace.

        Changes its settings in this environment. Fields that you leave out stay as they are.

        `PATCH /v1/workspace`

        Args:
            name: What people call it, on one line. Names need not be unique.
            members_may_publish: Existing tokens stay valid if you turn it off.
        """
        answer_: models.Workspace = self._client.send(Call("PATCH", "/v1/workspace", json={"name": name, "members_may_publish": members_may_publish, "token_budget": token_budget}, options=options), models.Workspace)
        return answer_


class AsyncAgentTokensResource(AsyncResource):
    async def create(
        self,
        id: str,
        *,
        name: str,
        allowed_origins: List[str],
        messages_per_minute: Union[int, Omit] = OMIT,
        token_budget: Union[params.ChangeTokenBudget, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.PublishableToken:
        """Create a publishable token of an agent.

        For a chat widget. It only works on pages of its origins, and gives access to nothing else. For admins; with the workspace setting `members_may_publish` also for members and read_write keys. It stops working when the member or key that created it is removed.

        `POST /v1/agents/{id}/tokens`

        Args:
            name: What people call it, on one line. Names need not be unique.
            allowed_origins: Origins of the pages that may use it, such as https://example.com.
            messages_per_minute: The limit for all visitors together. Defaults to `60`.
        """
        answer_: models.PublishableToken = await self._client.send(Call("POST", at("/v1/agents/{}/tokens", id), json={"name": name, "allowed_origins": allowed_origins, "messages_per_minute": messages_per_minute, "token_budget": token_budget}, options=options), models.PublishableToken)
        return answer_

    async def delete(
        self,
        id: str,
        token_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a publishable token.

        Immediate and permanent. Chats that use it end.

        `DELETE /v1/agents/{id}/tokens/{token_id}`
        """
        await self._client.send(Call("DELETE", at("/v1/agents/{}/tokens/{}", id, token_id), options=options), None)

    def list(
        self,
        id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.PublishableToken]:
        """List the publishable tokens of an agent.

        Newest first.

        `GET /v1/agents/{id}/tokens`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.pages(Call("GET", at("/v1/agents/{}/tokens", id), query={"limit": limit, "cursor": cursor}, options=options), models.PublishableToken)

    async def update(
        self,
        id: str,
        token_id: str,
        *,
        name: Union[str, Omit] = OMIT,
        allowed_origins: Union[List[str], Omit] = OMIT,
        enabled: Union[bool, Omit] = OMIT,
        messages_per_minute: Union[int, Omit] = OMIT,
        token_budget: Union[params.ChangeTokenBudget, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.PublishableToken:
        """Change a publishable token.

        For those who may create one; everyone with write access may set `enabled` to false.

        `PATCH /v1/agents/{id}/tokens/{token_id}`

        Args:
            name: What people call it, on one line. Names need not be unique.
            allowed_origins: Origins of the pages that may use it, such as https://example.com.
            enabled: False ends the chats that use it, and refuses new ones.
            messages_per_minute: The limit for all visitors together.
        """
        answer_: models.PublishableToken = await self._client.send(Call("PATCH", at("/v1/agents/{}/tokens/{}", id, token_id), json={"name": name, "allowed_origins": allowed_origins, "enabled": enabled, "messages_per_minute": messages_per_minute, "token_budget": token_budget}, options=options), models.PublishableToken)
        return answer_


class AsyncAgentVersionsResource(AsyncResource):
    async def discard_draft(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Discard the draft of an agent.

        What is live stays.

        `DELETE /v1/agents/{id}/draft`
        """
        await self._client.send(Call("DELETE", at("/v1/agents/{}/draft", id), options=options), None)

    async def get(
        self,
        id: str,
        number: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.AgentVersion:
        """Get a version of an agent.

        With its settings. Knowledge bases in it may have been deleted since.

        `GET /v1/agents/{id}/versions/{number}`
        """
        answer_: models.AgentVersion = await self._client.send(Call("GET", at("/v1/agents/{}/versions/{}", id, number), options=options), models.AgentVersion)
        return answer_

    async def get_draft(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.AgentDraft:
        """Get the draft of an agent.

        Answers 404 without one. Its version is that of the agent, for `If-Match`.

        `GET /v1/agents/{id}/draft`
        """
        answer_: models.AgentDraft = await self._client.send(Call("GET", at("/v1/agents/{}/draft", id), options=options), models.AgentDraft)
        return answer_

    def list(
        self,
        id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.ListedAgentVersion]:
        """List the versions of an agent.

        Newest first; the first one is live. The newest 100 are kept.

        `GET /v1/agents/{id}/versions`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.pages(Call("GET", at("/v1/agents/{}/versions", id), query={"limit": limit, "cursor": cursor}, options=options), models.ListedAgentVersion)

    async def publish(
        self,
        id: str,
        *,
        note: Union[Union[str, None], Omit] = OMIT,
        changes: Union[params.SaveAgentDraft, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Agent:
        """Publish the draft of an agent.

        The draft goes live as a new version, and is gone as a draft. `changes` are published in its place. Answers 409 if there is nothing to publish.

        `POST /v1/agents/{id}/publish`

        Args:
            note: Why, for the list of versions.
            changes: Published in place of the saved draft.
        """
        answer_: models.Agent = await self._client.send(Call("POST", at("/v1/agents/{}/publish", id), json={"note": note, "changes": changes}, options=options), models.Agent)
        return answer_

    async def restore(
        self,
        id: str,
        number: str,
        *,
        note: Union[Union[str, None], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Agent:
        """Roll an agent back to a version.

        Publishes the settings of that version as a new one. Knowledge bases that were deleted since are left out. The draft stays. Answers 409 if it is what is live, or if none of its knowledge bases exists any more.

        `POST /v1/agents/{id}/versions/{number}/restore`

        Args:
            note: Why, for the list of versions.
        """
        answer_: models.Agent = await self._client.send(Call("POST", at("/v1/agents/{}/versions/{}/restore", id, number), json={"note": note}, options=options), models.Agent)
        return answer_

    async def save_draft(
        self,
        id: str,
        *,
        name: Union[str, Omit] = OMIT,
        knowledge_base_ids: Union[List[str], Omit] = OMIT,
        welcome_message: Union[Union[str, None], Omit] = OMIT,
        fallback_message: Union[Union[str, None], Omit] = OMIT,
        system_prompt: Union[Union[str, None], Omit] = OMIT,
        min_confidence: Union[Union[float, None], Omit] = OMIT,
        temperature: Union[Union[float, None], Omit] = OMIT,
        response_length: Union[Literal["short", "medium", "detailed"], Omit] = OMIT,
        handover: Union[Literal["never", "on_request", "on_low_confidence"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.AgentDraft:
        """Save a draft of an agent.

        Replaces the draft. Nothing of it is live before it is published; try it with `draft: true` in a chat. Settings that are as they are live are left out of it.

        `PUT /v1/agents/{id}/draft`

        Args:
            name: What people call it, on one line. Names need not be unique.
            knowledge_base_ids: The knowledge bases that it answers from.
            welcome_message: Sent when a new session starts. Blank or null: none.
            fallback_message: Sent when no source answers. Blank or null: a general sentence.
            system_prompt: Persona and behaviour, for the language model. Blank or null: none.
            min_confidence: Replies below this confidence are replaced by the fallback message. Null: the default of the service.
            temperature: Temperature of the language model. Null: the default of the provider.
        """
        answer_: models.AgentDraft = await self._client.send(Call("PUT", at("/v1/agents/{}/draft", id), json={"name": name, "knowledge_base_ids": knowledge_base_ids, "welcome_message": welcome_message, "fallback_message": fallback_message, "system_prompt": system_prompt, "min_confidence": min_confidence, "temperature": temperature, "response_length": response_length, "handover": handover}, options=options), models.AgentDraft)
        return answer_


class AsyncAgentWidgetResource(AsyncResource):
    async def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.WidgetDesign:
        """Get how the chat widgets of an agent look.

        With the logo. Its version is that of the agent, for `If-Match`.

        `GET /v1/agents/{id}/widget`
        """
        answer_: models.WidgetDesign = await self._client.send(Call("GET", at("/v1/agents/{}/widget", id), options=options), models.WidgetDesign)
        return answer_

    async def remove_logo(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Remove the logo of the chat widgets of an agent.

        They show none.

        `DELETE /v1/agents/{id}/widget/logo`
        """
        await self._client.send(Call("DELETE", at("/v1/agents/{}/widget/logo", id), options=options), None)

    async def set_logo(
        self,
        id: str,
        *,
        content: str,
        options: Optional[RequestOptions] = None,
    ) -> models.WidgetLogo:
        """Set the logo of the chat widgets of an agent.

        PNG, JPEG or WebP by its bytes, at most 64 KB.

        `PUT /v1/agents/{id}/widget/logo`

        Args:
            content: A PNG, JPEG or WebP image, in base64.
        """
        answer_: models.WidgetLogo = await self._client.send(Call("PUT", at("/v1/agents/{}/widget/logo", id), json={"content": content}, options=options), models.WidgetLogo)
        return answer_

    async def update(
        self,
        id: str,
        *,
        color: Union[Union[str, None], Omit] = OMIT,
        position: Union[Literal["end", "start"], Omit] = OMIT,
        mode: Union[Literal["bubble", "inline", "search"], Omit] = OMIT,
        theme: Union[Literal["page", "light", "dark"], Omit] = OMIT,
        language: Union[Union[Literal["en", "de", "es", "fr", "pt-BR", "ja", "zh-Hans", "ar"], None], Omit] = OMIT,
        greeting: Union[Union[str, None], Omit] = OMIT,
        starter_questions: Union[List[str], Omit] = OMIT,
        translations: Union[Dict[str, Any], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.WidgetAppearance:
        """Set how the chat widgets of an agent look.

        Replaces all of it but the logo. Widgets show it at the next visit; attributes of their line of HTML win.

        `PUT /v1/agents/{id}/widget`

        Args:
            color: Of buttons and links, as `#rrggbb`; null takes the blue of Footnote.
            position: Defaults to `end`.
            mode: Defaults to `bubble`.
            theme: Defaults to `page`.
            language: Null follows the page, then the browser of the visitor. Defaults to `null`.
            greeting: Said in an empty chat; null takes the welcome message of the agent.
            starter_questions: Questions that visitors ask with a click, in an empty chat. Defaults to an empty list.
            translations: Greeting and starter questions in other languages, by language.
        """
        answer_: models.WidgetAppearance = await self._client.send(Call("PUT", at("/v1/agents/{}/widget", id), json={"color": color, "position": position, "mode": mode, "theme": theme, "language": language, "greeting": greeting, "starter_questions": starter_questions, "translations": translations}, options=options), models.WidgetAppearance)
        return answer_


class AsyncAgentsResource(AsyncResource):
    async def activity(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.AgentActivity:
        """Get what the agents answered lately.

        Of the last 7 days. Test chats, small talk and what is said about a hand-over are left out.

        `GET /v1/agents/activity`
        """
        answer_: models.AgentActivity = await self._client.send(Call("GET", "/v1/agents/activity", options=options), models.AgentActivity)
        return answer_

    async def chat(
        self,
        id: str,
        *,
        message: str,
        session_id: Union[str, Omit] = OMIT,
        format: Union[Literal["markdown", "text"], Omit] = OMIT,
        filter: Union[Union[params.EqualityFilter, params.OrderFilter, params.ListFilter, params.ExistenceFilter, params.CompoundFilter], Omit] = OMIT,
        draft: Union[bool, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        metadata: Union[Dict[str, Any], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.ChatAnswer:
        """Send a message to an agent.

        A stream sends the events `meta`, `search` if the language model asks for another search, `delta` for each piece of the reply, `withdraw` for one that does not stand, `sources`, and `done` with the whole answer, or `error`.

        `POST /v1/agents/{id}/chat`

        Args:
            message: What the person says.
            session_id: Chosen by the client; send the same value to continue a conversation. Created when absent.
            format: The form of `reply`. `text` takes out the marks of Markdown; the transcript keeps them. Defaults to `markdown`.
            filter: Answers only from sources whose metadata matches. A pinned answer with sources is given only if all of them match.
            draft: Answers by the saved draft of the agent, as a test: it counts neither as usage nor in insights. For signed-in people and keys with scope `admin`. Without a draft, by what is live.
            as_user: The principals for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source.
            metadata: Stored with the session and shown in the list of sessions. Replaces earlier metadata.
        """
        answer_: models.ChatAnswer = await self._client.send(Call("POST", at("/v1/agents/{}/chat", id), json={"message": message, "session_id": session_id, "format": format, "filter": filter, "draft": draft, "as_user": as_user, "metadata": metadata}, options=options), models.ChatAnswer)
        return answer_

    def stream(
        self,
        id: str,
        *,
        message: str,
        session_id: Union[str, Omit] = OMIT,
        format: Union[Literal["markdown", "text"], Omit] = OMIT,
        filter: Union[Union[params.EqualityFilter, params.OrderFilter, params.ListFilter, params.ExistenceFilter, params.CompoundFilter], Omit] = OMIT,
        draft: Union[bool, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        metadata: Union[Dict[str, Any], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[ServerEvent]:
        """Send a message to an agent.

        A stream sends the events `meta`, `search` if the language model asks for another search, `delta` for each piece of the reply, `withdraw` for one that does not stand, `sources`, and `done` with the whole answer, or `error`.

        `POST /v1/agents/{id}/chat`

        Args:
            message: What the person says.
            session_id: Chosen by the client; send the same value to continue a conversation. Created when absent.
            format: The form of `reply`. `text` takes out the marks of Markdown; the transcript keeps them. Defaults to `markdown`.
            filter: Answers only from sources whose metadata matches. A pinned answer with sources is given only if all of them match.
            draft: Answers by the saved draft of the agent, as a test: it counts neither as usage nor in insights. For signed-in people and keys with scope `admin`. Without a draft, by what is live.
            as_user: The principals for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source.
            metadata: Stored with the session and shown in the list of sessions. Replaces earlier metadata.
        """
        return self._client.stream_events(Call("POST", at("/v1/agents/{}/chat", id), json={"message": message, "session_id": session_id, "format": format, "filter": filter, "draft": draft, "as_user": as_user, "metadata": metadata, "stream": True}, options=options))

    async def create(
        self,
        *,
        name: str,
        knowledge_base_ids: List[str],
        welcome_message: Union[Union[str, None], Omit] = OMIT,
        fallback_message: Union[Union[str, None], Omit] = OMIT,
        system_prompt: Union[Union[str, None], Omit] = OMIT,
        min_confidence: Union[Union[float, None], Omit] = OMIT,
        temperature: Union[Union[float, None], Omit] = OMIT,
        response_length: Union[Literal["short", "medium", "detailed"], Omit] = OMIT,
        handover: Union[Literal["never", "on_request", "on_low_confidence"], Omit] = OMIT,
        token_budget: Union[params.ChangeTokenBudget, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Agent:
        """Create an agent.

        The agent is active: you can chat with it immediately.

        `POST /v1/agents`

        Args:
            name: What people call it, on one line. Names need not be unique.
            knowledge_base_ids: The knowledge bases that it answers from.
            welcome_message: Sent when a new session starts. Blank or null: none.
            fallback_message: Sent when no source answers. Blank or null: a general sentence.
            system_prompt: Persona and behaviour, for the language model. Blank or null: none.
            min_confidence: Replies below this confidence are replaced by the fallback message. Null: the default of the service.
            temperature: Temperature of the language model. Null: the default of the provider.
            response_length: Defaults to `medium`.
            handover: Defaults to `never`.
        """
        answer_: models.Agent = await self._client.send(Call("POST", "/v1/agents", json={"name": name, "knowledge_base_ids": knowledge_base_ids, "welcome_message": welcome_message, "fallback_message": fallback_message, "system_prompt": system_prompt, "min_confidence": min_confidence, "temperature": temperature, "response_length": response_length, "handover": handover, "token_budget": token_budget}, options=options), models.Agent)
        return answer_

    async def delete(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete an agent and its conversations.

        Deletes its publishable tokens too, at once and for good.

        `DELETE /v1/agents/{id}`
        """
        await self._client.send(Call("DELETE", at("/v1/agents/{}", id), options=options), None)

    async def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Agent:
        """Get an agent.

        Its settings and what it may spend.

        `GET /v1/agents/{id}`
        """
        answer_: models.Agent = await self._client.send(Call("GET", at("/v1/agents/{}", id), options=options), models.Agent)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        status: Union[Literal["active", "inactive"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.Agent]:
        """List agents.

        Newest first, active and inactive ones.

        `GET /v1/agents`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            status: Only agents with this status.
        """
        return self._client.pages(Call("GET", "/v1/agents", query={"limit": limit, "cursor": cursor, "status": status}, options=options), models.Agent)

    async def update(
        self,
        id: str,
        *,
        name: Union[str, Omit] = OMIT,
        knowledge_base_ids: Union[List[str], Omit] = OMIT,
        welcome_message: Union[Union[str, None], Omit] = OMIT,
        fallback_message: Union[Union[str, None], Omit] = OMIT,
        system_prompt: Union[Union[str, None], Omit] = OMIT,
        min_confidence: Union[Union[float, None], Omit] = OMIT,
        temperature: Union[Union[float, None], Omit] = OMIT,
        response_length: Union[Literal["short", "medium", "detailed"], Omit] = OMIT,
        handover: Union[Literal["never", "on_request", "on_low_confidence"], Omit] = OMIT,
        token_budget: Union[params.ChangeTokenBudget, Omit] = OMIT,
        status: Union[Literal["active", "inactive"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Agent:
        """Update an agent.

        Only the fields you send change, and are live at once, as a new version. `knowledge_base_ids` replaces the whole list. "" or null clears a message, null clears a number. A draft keeps its changes.

        `PATCH /v1/agents/{id}`

        Args:
            name: What people call it, on one line. Names need not be unique.
            knowledge_base_ids: The knowledge bases that it answers from.
            welcome_message: Sent when a new session starts. Blank or null: none.
            fallback_message: Sent when no source answers. Blank or null: a general sentence.
            system_prompt: Persona and behaviour, for the language model. Blank or null: none.
            min_confidence: Replies below this confidence are replaced by the fallback message. Null: the default of the service.
            temperature: Temperature of the language model. Null: the default of the provider.
        """
        answer_: models.Agent = await self._client.send(Call("PATCH", at("/v1/agents/{}", id), json={"name": name, "knowledge_base_ids": knowledge_base_ids, "welcome_message": welcome_message, "fallback_message": fallback_message, "system_prompt": system_prompt, "min_confidence": min_confidence, "temperature": temperature, "response_length": response_length, "handover": handover, "token_budget": token_budget, "status": status}, options=options), models.Agent)
        return answer_


class AsyncAnswersResource(AsyncResource):
    async def create(
        self,
        *,
        question: str,
        answer: str,
        knowledge_base_id: Union[str, Omit] = OMIT,
        variants: Union[List[str], Omit] = OMIT,
        source_ids: Union[List[str], Omit] = OMIT,
        enabled: Union[bool, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.PinnedAnswer:
        """Create a pinned answer.

        Agents that use the knowledge base say it when somebody asks the question or one of its variants. Answers 409 if the knowledge base has a pinned answer for the question.

        `POST /v1/answers`

        Args:
            question: The question that the answer is for. Case, punctuation and word forms do not matter.
            answer: What the agent says, in Markdown.
            knowledge_base_id: Defaults to the default knowledge base.
            variants: Other wordings of the question, in any language.
            source_ids: The sources that the answer rests on, which a reply lists.
            enabled: Agents say only enabled answers. Defaults to `true`.
        """
        answer_: models.PinnedAnswer = await self._client.send(Call("POST", "/v1/answers", json={"question": question, "answer": answer, "knowledge_base_id": knowledge_base_id, "variants": variants, "source_ids": source_ids, "enabled": enabled}, options=options), models.PinnedAnswer)
        return answer_

    async def delete(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a pinned answer and its versions.

        At once and for good. Agents answer the question from their sources again.

        `DELETE /v1/answers/{id}`
        """
        await self._client.send(Call("DELETE", at("/v1/answers/{}", id), options=options), None)

    async def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.PinnedAnswer:
        """Get a pinned answer.

        With the number of replies that were this answer.

        `GET /v1/answers/{id}`
        """
        answer_: models.PinnedAnswer = await self._client.send(Call("GET", at("/v1/answers/{}", id), options=options), models.PinnedAnswer)
        return answer_

    async def import_(
        self,
        *,
        answers: List[params.ImportedAnswer],
        dry_run: Union[Literal["true", "false"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.ImportResult:
        """Import pinned answers.

        A question that already has an answer is updated. Fields that are absent stay as they are. If anything is wrong, nothing is imported, and the error names the line and the field. `text/csv` names its columns in the first row and separates the values of `variants` and `sources` with `|`; `application/jsonl` has one answer per line.

        `POST /v1/answers/import`

        Args:
            answers: One for each question.
            dry_run: Checks everything and says what would change, but changes nothing.
        """
        answer_: models.ImportResult = await self._client.send(Call("POST", "/v1/answers/import", query={"dry_run": dry_run}, json={"answers": answers}, options=options), models.ImportResult)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        q: Union[str, Omit] = OMIT,
        state: Union[Literal["enabled", "disabled", "needs_review"], Omit] = OMIT,
        knowledge_base_id: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.PinnedAnswer]:
        """List pinned answers.

        Newest first.

        `GET /v1/answers`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            q: Words that the question, a variant or the answer contains, ignoring case and accents. All must be there.
            state: Only answers that are enabled or disabled, or whose sources have changed.
            knowledge_base_id: Only answers of this knowledge base.
        """
        return self._client.pages(Call("GET", "/v1/answers", query={"limit": limit, "cursor": cursor, "q": q, "state": state, "knowledge_base_id": knowledge_base_id}, options=options), models.PinnedAnswer)

    def list_versions(
        self,
        id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.PinnedAnswerVersion]:
        """List the earlier versions of a pinned answer.

        Newest first; the last 100 are kept.

        `GET /v1/answers/{id}/versions`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.pages(Call("GET", at("/v1/answers/{}/versions", id), query={"limit": limit, "cursor": cursor}, options=options), models.PinnedAnswerVersion)

    async def update(
        self,
        id: str,
        *,
        question: Union[str, Omit] = OMIT,
        variants: Union[List[str], Omit] = OMIT,
        answer: Union[str, Omit] = OMIT,
        source_ids: Union[List[str], Omit] = OMIT,
        enabled: Union[bool, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.PinnedAnswer:
        """Update a pinned answer.

        Only the fields you send change. The version before is kept, and `needs_review` becomes false.

        `PATCH /v1/answers/{id}`

        Args:
            question: The question that the answer is for. Case, punctuation and word forms do not matter.
            variants: Other wordings of the question, in any language.
            answer: What the agent says, in Markdown.
            source_ids: The sources that the answer rests on, which a reply lists.
            enabled: Agents say only enabled answers.
        """
        answer_: models.PinnedAnswer = await self._client.send(Call("PATCH", at("/v1/answers/{}", id), json={"question": question, "variants": variants, "answer": answer, "source_ids": source_ids, "enabled": enabled}, options=options), models.PinnedAnswer)
        return answer_


class AsyncApiKeysResource(AsyncResource):
    async def create(
        self,
        *,
        name: str,
        scope: Literal["read_only", "read_write", "admin"],
        expires_at: Union[Union[datetime, str], Omit] = OMIT,
        knowledge_base_ids: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.NewApiKey:
        """Create an API key.

        The key belongs to the environment that you send the request to. Only this answer shows its full text.

        `POST /v1/api-keys`

        Args:
            name: What people call it, on one line. Names need not be unique.
            expires_at: When the key stops working. Without it, the key does not expire.
            knowledge_base_ids: Restricts the key to these knowledge bases, and to agents that use no others. Not with scope `admin`.
        """
        answer_: models.NewApiKey = await self._client.send(Call("POST", "/v1/api-keys", json={"name": name, "scope": scope, "expires_at": expires_at, "knowledge_base_ids": knowledge_base_ids}, options=options), models.NewApiKey)
        return answer_

    async def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.ApiKey:
        """Get an API key.

        Without the key itself, which only the answer to its creation shows.

        `GET /v1/api-keys/{id}`
        """
        answer_: models.ApiKey = await self._client.send(Call("GET", at("/v1/api-keys/{}", id), options=options), models.ApiKey)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.ApiKey]:
        """List API keys.

        Newest first, also revoked and expired ones. The keys themselves are never shown again.

        `GET /v1/api-keys`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.pages(Call("GET", "/v1/api-keys", query={"limit": limit, "cursor": cursor}, options=options), models.ApiKey)

    def list_grants(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.Grant]:
        """List what ends with an API key.

        Invitations, keys, publishable tokens and webhooks made with the key, with those keys, and so on, even if someone else has taken them over. Works for revoked keys too. Members who joined through an invitation made with the key are listed and stay.

        `GET /v1/api-keys/{id}/grants`
        """
        return self._client.pages(Call("GET", at("/v1/api-keys/{}/grants", id), options=options), models.Grant)

    async def revoke(
        self,
        id: str,
        *,
        adopt: Union[Literal["true", "false"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Revoke an API key.

        Takes effect at once, for good, and ends running requests. What was made with the key ends as well (see `GET /v1/api-keys/{id}/grants`), unless this is a rotation: sent with the key itself, which changes nothing about it, or with a key that was made with it, which takes it over. Invitations always end. Revoking a key again changes nothing, unless `adopt` says what to do with what was made with it.

        `DELETE /v1/api-keys/{id}`

        Args:
            adopt: `true`: you take over what was made with the key, and it stays valid. `false`: it ends, even in a rotation, and even if someone else has taken it over.
        """
        await self._client.send(Call("DELETE", at("/v1/api-keys/{}", id), query={"adopt": adopt}, options=options), None)

    async def update(
        self,
        id: str,
        *,
        name: str,
        options: Optional[RequestOptions] = None,
    ) -> models.ApiKey:
        """Rename an API key.

        What a key may do never changes. To change it, create another key and revoke this one.

        `PATCH /v1/api-keys/{id}`

        Args:
            name: What people call it, on one line. Names need not be unique.
        """
        answer_: models.ApiKey = await self._client.send(Call("PATCH", at("/v1/api-keys/{}", id), json={"name": name}, options=options), models.ApiKey)
        return answer_


class AsyncArchivesResource(AsyncResource):
    async def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Archive:
        """Get an archive.

        How far it is unpacked. The numbers change while it is `processing`.

        `GET /v1/knowledge-base/archives/{id}`
        """
        answer_: models.Archive = await self._client.send(Call("GET", at("/v1/knowledge-base/archives/{}", id), options=options), models.Archive)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        status: Union[Literal["processing", "completed", "failed"], Omit] = OMIT,
        knowledge_base_ids: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.Archive]:
        """List archives.

        Newest first: the last 100 that have ended, for 30 days.

        `GET /v1/knowledge-base/archives`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            status: Only archives with this status.
            knowledge_base_ids: Only archives of these knowledge bases. Repeat the parameter for several.
        """
        return self._client.pages(Call("GET", "/v1/knowledge-base/archives", query={"limit": limit, "cursor": cursor, "status": status, "knowledge_base_ids": knowledge_base_ids}, options=options), models.Archive)

    def list_entries(
        self,
        id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        status: Union[Literal["waiting", "created", "updated", "unchanged", "skipped"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.ArchiveEntry]:
        """List the entries of an archive.

        In the order of the archive, without folders, with the outcome of each.

        `GET /v1/knowledge-base/archives/{id}/entries`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            status: Only entries with this status.
        """
        return self._client.pages(Call("GET", at("/v1/knowledge-base/archives/{}/entries", id), query={"limit": limit, "cursor": cursor, "status": status}, options=options), models.ArchiveEntry)


class AsyncAuditLogResource(AsyncResource):
    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        action: Union[str, Omit] = OMIT,
        actor_id: Union[str, Omit] = OMIT,
        subject_id: Union[str, Omit] = OMIT,
        since: Union[Union[datetime, str], Omit] = OMIT,
        until: Union[Union[datetime, str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.AuditEntry]:
        """List audit log entries.

        Newest first: who changed settings, keys and members, deleted content or exported data. Changes to members and accounts are in the log of the live environment.

        `GET /v1/audit-log`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            action: Only entries of this action, such as `key.created`.
            actor_id: Only changes by this account, API key or publishable token.
            subject_id: Only changes of this, such as an agent or API key.
            since: Entries at or after this time.
            until: Entries before this time.
        """
        return self._client.pages(Call("GET", "/v1/audit-log", query={"limit": limit, "cursor": cursor, "action": action, "actor_id": actor_id, "subject_id": subject_id, "since": since, "until": until}, options=options), models.AuditEntry)


class AsyncConnectorsResource(AsyncResource):
    async def create(
        self,
        *,
        kind: Union[Literal["folder"], Literal["git"], Literal["website"], Literal["s3"], Literal["webdav"], Literal["feed"], Literal["imap"]],
        settings: Union[params.FolderConnectorSettings, params.GitConnectorSettings, Dict[str, Any], params.S3ConnectorSettings, params.WebdavConnectorSettings],
        name: str,
        knowledge_base_id: Union[str, Omit] = OMIT,
        interval_minutes: Union[Union[int, None], Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        metadata: Union[Dict[str, Any], Omit] = OMIT,
        allowed: Union[Union[List[str], None], Omit] = OMIT,
        credentials: Union[Union[Union[Dict[str, Any]], params.S3ConnectorCredentials, params.WebdavConnectorCredentials], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Connector:
        """Connect a place.

        Answers at once. The first run begins within a second, and `state` and `error` tell how it went.

        `POST /v1/connectors`

        Args:
            kind: What kind of place it is.
            settings: Where the place is, and what to take from it.
            name: What people call it, on one line. Names need not be unique.
            knowledge_base_id: Defaults to the default knowledge base.
            interval_minutes: Minutes between runs; null means only by request. Defaults to `60`.
            tags: The tags of each added source.
            metadata: The metadata of each source, beside what the place says. Defaults to `{}`.
            allowed: The principals who may see its sources, as `allowed` of a source. Null: everyone.
            credentials: Stored encrypted, and never shown again.
        """
        answer_: models.Connector = await self._client.send(Call("POST", "/v1/connectors", json={"kind": kind, "settings": settings, "name": name, "knowledge_base_id": knowledge_base_id, "interval_minutes": interval_minutes, "tags": tags, "metadata": metadata, "allowed": allowed, "credentials": credentials}, options=options), models.Connector)
        return answer_

    async def delete(
        self,
        id: str,
        *,
        sources: Union[Literal["keep", "delete"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a connector.

        With its credentials and history, at once. `sources=delete` deletes the sources too.

        `DELETE /v1/connectors/{id}`

        Args:
            sources: What becomes of the sources of its documents. Defaults to `keep`.
        """
        await self._client.send(Call("DELETE", at("/v1/connectors/{}", id), query={"sources": sources}, options=options), None)

    async def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Connector:
        """Get a connector.

        Without its credentials, which no answer shows.

        `GET /v1/connectors/{id}`
        """
        answer_: models.Connector = await self._client.send(Call("GET", at("/v1/connectors/{}", id), options=options), models.Connector)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.Connector]:
        """List connectors.

        Newest first.

        `GET /v1/connectors`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.pages(Call("GET", "/v1/connectors", query={"limit": limit, "cursor": cursor}, options=options), models.Connector)

    def list_documents(
        self,
        id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        status: Union[Literal["pending", "synced", "skipped", "failed", "gone"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.ConnectorDocument]:
        """List the documents of a connector.

        In the order of their ids, with what became of each.

        `GET /v1/connectors/{id}/documents`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            status: Only documents with this status.
        """
        return self._client.pages(Call("GET", at("/v1/connectors/{}/documents", id), query={"limit": limit, "cursor": cursor, "status": status}, options=options), models.ConnectorDocument)

    def list_runs(
        self,
        id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.ConnectorRun]:
        """List the runs of a connector.

        Newest first; the latest 100 are kept.

        `GET /v1/connectors/{id}/runs`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.pages(Call("GET", at("/v1/connectors/{}/runs", id), query={"limit": limit, "cursor": cursor}, options=options), models.ConnectorRun)

    async def sync(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Connector:
        """Synchronise a connector now.

        Starts a run, unless one is running or about to. Answers 409 while the connector is paused.

        `POST /v1/connectors/{id}/sync`
        """
        answer_: models.Connector = await self._client.send(Call("POST", at("/v1/connectors/{}/sync", id), options=options), models.Connector)
        return answer_

    async def update(
        self,
        id: str,
        *,
        name: Union[str, Omit] = OMIT,
        settings: Union[Dict[str, Any], Omit] = OMIT,
        credentials: Union[Any, Omit] = OMIT,
        interval_minutes: Union[Union[int, None], Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        metadata: Union[Dict[str, Any], Omit] = OMIT,
        allowed: Union[Union[List[str], None], Omit] = OMIT,
        paused: Union[bool, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Connector:
        """Update a connector.

        Changes only the fields that you send. New settings or credentials start a run at once; one that is running is cancelled.

        `PATCH /v1/connectors/{id}`

        Args:
            name: What people call it, on one line. Names need not be unique.
            settings: Replaces the settings as a whole, as for a new connector; the next run lists everything.
            credentials: Replaces the credentials, as for a new connector; null removes them.
            interval_minutes: Minutes between runs; null means only by request.
            tags: For sources that are added from now on.
            metadata: Replaces the metadata. A source gets it when its document changes.
            allowed: The principals who may see its sources; null: everyone. It holds at once for all that it has added.
            paused: `true` stops a run and starts no other; `false` starts one.
        """
        answer_: models.Connector = await self._client.send(Call("PATCH", at("/v1/connectors/{}", id), json={"name": name, "settings": settings, "credentials": credentials, "interval_minutes": interval_minutes, "tags": tags, "metadata": metadata, "allowed": allowed, "paused": paused}, options=options), models.Connector)
        return answer_


class AsyncConversationsResource(AsyncResource):
    async def bulk_update(
        self,
        *,
        action: Literal["resolve", "reopen", "assign", "add_tags", "remove_tags", "delete"],
        conversations: List[Dict[str, Any]],
        assignee_id: Union[Union[str, None], Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.BulkConversationResult:
        """Change conversations in bulk.

        Changes each as the endpoint of a single one would. Those that do not exist, or that have another version than you have read, are listed and left.

        `POST /v1/conversations/bulk`

        Args:
            action: What to do with each conversation.
            conversations: The conversations to change.
            assignee_id: Required for `assign`: the account of a member; null for no one.
            tags: Required for `add_tags` and `remove_tags`.
        """
        answer_: models.BulkConversationResult = await self._client.send(Call("POST", "/v1/conversations/bulk", json={"action": action, "conversations": conversations, "assignee_id": assignee_id, "tags": tags}, options=options), models.BulkConversationResult)
        return answer_

    async def delete(
        self,
        id: str,
        session_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a session and its messages.

        At once and for good. Usage keeps its counts.

        `DELETE /v1/agents/{id}/conversations/{session_id}`
        """
        await self._client.send(Call("DELETE", at("/v1/agents/{}/conversations/{}", id, session_id), options=options), None)

    async def delete_verdict(
        self,
        id: str,
        session_id: str,
        message_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Take back your verdict on a reply.

        Verdicts of others stay.

        `DELETE /v1/agents/{id}/conversations/{session_id}/messages/{message_id}/verdict`
        """
        await self._client.send(Call("DELETE", at("/v1/agents/{}/conversations/{}/messages/{}/verdict", id, session_id, message_id), options=options), None)

    async def export(
        self,
        *,
        format: Union[Literal["ndjson", "csv"], Omit] = OMIT,
        q: Union[str, Omit] = OMIT,
        since: Union[Union[datetime, str], Omit] = OMIT,
        until: Union[Union[datetime, str], Omit] = OMIT,
        state: Union[Literal["open", "resolved"], Omit] = OMIT,
        assignee: Union[str, Omit] = OMIT,
        tag: Union[str, Omit] = OMIT,
        channel: Union[str, Omit] = OMIT,
        language: Union[str, Omit] = OMIT,
        agent_id: Union[str, Omit] = OMIT,
        session_id: Union[str, Omit] = OMIT,
        rating: Union[Literal["up", "down"], Omit] = OMIT,
        verdict: Union[Literal["right", "wrong", "incomplete"], Omit] = OMIT,
        replied_since: Union[Union[datetime, str], Omit] = OMIT,
        replied_until: Union[Union[datetime, str], Omit] = OMIT,
        fallback: Union[Literal["true", "false"], Omit] = OMIT,
        min_confidence: Union[float, Omit] = OMIT,
        below_confidence: Union[float, Omit] = OMIT,
        tests: Union[Literal["none"], Omit] = OMIT,
        max_confidence: Union[float, Omit] = OMIT,
        handover: Union[Literal["open", "assigned", "resolved"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> str:
        """Export chosen conversations.

        Those that `GET /v1/conversations` lists with the same filters, most recent activity first. `ndjson` has one conversation with its messages per line, `csv` one row per conversation, without its messages. An export that breaks off ends without the last chunk.

        `GET /v1/conversations/export`

        Args:
            format: How they are written. Defaults to `ndjson`.
            q: Only conversations with a message that has all of these words, in any order. A word of three letters or more also finds words that begin with it. Case and accents do not matter. Chinese, Japanese, Korean and Thai are found by characters.
            since: Only conversations that began at this time or later.
            until: Only conversations that began before this time.
            state: Only conversations in this state.
            assignee: Only conversations of this account or API key; `me` is yourself, and `none` no one.
            tag: Only conversations with this tag.
            channel: Only conversations of this channel: `api`, `dashboard`, `openai`, `widget`, `mcp`, or one that a client named in the metadata.
            language: Only conversations in this language, in ISO 639-1, such as `en`.
            agent_id: Only conversations with this agent.
            session_id: Only conversations with this id. Each agent may have one.
            rating: Only conversations with a reply that has this rating.
            verdict: Only conversations with a reply that a reviewer judged so.
            replied_since: Only conversations with a reply of this time or later, small talk aside.
            replied_until: Only conversations with a reply before this time. `replied_since`, the confidence, `fallback` and then also `rating` are about the same reply.
            fallback: Only conversations with a reply that says there is no answer, or that answers.
            min_confidence: Only conversations with a reply of at least this confidence.
            below_confidence: Only conversations with a reply of less than this confidence.
            tests: `none`: without the dashboard's test chats.
            max_confidence: Only conversations with a reply of at most this confidence.
            handover: Only conversations whose hand-over has this status.
        """
        return await self._client.send_for_text(Call("GET", "/v1/conversations/export", query={"format": format, "q": q, "since": since, "until": until, "state": state, "assignee": assignee, "tag": tag, "channel": channel, "language": language, "agent_id": agent_id, "session_id": session_id, "rating": rating, "verdict": verdict, "replied_since": replied_since, "replied_until": replied_until, "fallback": fallback, "min_confidence": min_confidence, "below_confidence": below_confidence, "tests": tests, "max_confidence": max_confidence, "handover": handover}, options=options))

    async def get_counts(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.ConversationCounts:
        """Count conversations.

        Of all agents, by state, hand-over, channel, language and tag.

        `GET /v1/conversations/counts`
        """
        answer_: models.ConversationCounts = await self._client.send(Call("GET", "/v1/conversations/counts", options=options), models.ConversationCounts)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        q: Union[str, Omit] = OMIT,
        since: Union[Union[datetime, str], Omit] = OMIT,
        until: Union[Union[datetime, str], Omit] = OMIT,
        state: Union[Literal["open", "resolved"], Omit] = OMIT,
        assignee: Union[str, Omit] = OMIT,
        tag: Union[str, Omit] = OMIT,
        channel: Union[str, Omit] = OMIT,
        language: Union[str, Omit] = OMIT,
        agent_id: Union[str, Omit] = OMIT,
        session_id: Union[str, Omit] = OMIT,
        rating: Union[Literal["up", "down"], Omit] = OMIT,
        verdict: Union[Literal["right", "wrong", "incomplete"], Omit] = OMIT,
        replied_since: Union[Union[datetime, str], Omit] = OMIT,
        replied_until: Union[Union[datetime, str], Omit] = OMIT,
        fallback: Union[Literal["true", "false"], Omit] = OMIT,
        min_confidence: Union[float, Omit] = OMIT,
        below_confidence: Union[float, Omit] = OMIT,
        tests: Union[Literal["none"], Omit] = OMIT,
        max_confidence: Union[float, Omit] = OMIT,
        handover: Union[Literal["open", "assigned", "resolved"], Omit] = OMIT,
        order: Union[Literal["desc", "asc"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.ConversationOfAgent]:
        """List conversation sessions of all agents.

        Most recent activity first, unless `order` is `asc`. All filters must fit.

        `GET /v1/conversations`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            q: Only conversations with a message that has all of these words, in any order. A word of three letters or more also finds words that begin with it. Case and accents do not matter. Chinese, Japanese, Korean and Thai are found by characters.
            since: Only conversations that began at this time or later.
            until: Only conversations that began before this time.
            state: Only conversations in this state.
            assignee: Only conversations of this account or API key; `me` is yourself, and `none` no one.
            tag: Only conversations with this tag.
            channel: Only conversations of this channel: `api`, `dashboard`, `openai`, `widget`, `mcp`, or one that a client named in the metadata.
            language: Only conversations in this language, in ISO 639-1, such as `en`.
            agent_id: Only conversations with this agent.
            session_id: Only conversations with this id. Each agent may have one.
            rating: Only conversations with a reply that has this rating.
            verdict: Only conversations with a reply that a reviewer judged so.
            replied_since: Only conversations with a reply of this time or later, small talk aside.
            replied_until: Only conversations with a reply before this time. `replied_since`, the confidence, `fallback` and then also `rating` are about the same reply.
            fallback: Only conversations with a reply that says there is no answer, or that answers.
            min_confidence: Only conversations with a reply of at least this confidence.
            below_confidence: Only conversations with a reply of less than this confidence.
            tests: `none`: without the dashboard's test chats.
            max_confidence: Only conversations with a reply of at most this confidence.
            handover: Only conversations whose hand-over has this status.
            order: `desc`: most recent activity first. `asc`: least recent activity first. Defaults to `desc`.
        """
        return self._client.pages(Call("GET", "/v1/conversations", query={"limit": limit, "cursor": cursor, "q": q, "since": since, "until": until, "state": state, "assignee": assignee, "tag": tag, "channel": channel, "language": language, "agent_id": agent_id, "session_id": session_id, "rating": rating, "verdict": verdict, "replied_since": replied_since, "replied_until": replied_until, "fallback": fallback, "min_confidence": min_confidence, "below_confidence": below_confidence, "tests": tests, "max_confidence": max_confidence, "handover": handover, "order": order}, options=options), models.ConversationOfAgent)

    def list_assignees(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.PossibleAssignee]:
        """List who can look after conversations.

        The members of the workspace, newest account first.

        `GET /v1/conversations/assignees`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.pages(Call("GET", "/v1/conversations/assignees", query={"limit": limit, "cursor": cursor}, options=options), models.PossibleAssignee)

    def list_for_agent(
        self,
        id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        session_id: Union[str, Omit] = OMIT,
        handover: Union[Literal["open", "assigned", "resolved"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.Conversation]:
        """List an agent's conversation sessions.

        Most recent activity first.

        `GET /v1/agents/{id}/conversations`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            session_id: Only the session with this id.
            handover: Only conversations whose hand-over has this status.
        """
        return self._client.pages(Call("GET", at("/v1/agents/{}/conversations", id), query={"limit": limit, "cursor": cursor, "session_id": session_id, "handover": handover}, options=options), models.Conversation)

    def list_messages(
        self,
        id: str,
        session_id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.Message]:
        """List the messages of a session.

        Oldest first, beginning with the welcome message if there was one.

        `GET /v1/agents/{id}/conversations/{session_id}/messages`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.pages(Call("GET", at("/v1/agents/{}/conversations/{}/messages", id, session_id), query={"limit": limit, "cursor": cursor}, options=options), models.Message)

    async def rate_message(
        self,
        id: str,
        session_id: str,
        message_id: str,
        *,
        rating: Literal["up", "down"],
        comment: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Message:
        """Rate a reply.

        Replaces an earlier rating.

        `POST /v1/agents/{id}/conversations/{session_id}/messages/{message_id}/feedback`

        Args:
            rating: Whether the reply helped.
            comment: What was good or bad about it, in your words.
        """
        answer_: models.Message = await self._client.send(Call("POST", at("/v1/agents/{}/conversations/{}/messages/{}/feedback", id, session_id, message_id), json={"rating": rating, "comment": comment}, options=options), models.Message)
        return answer_

    async def request_handover(
        self,
        id: str,
        session_id: str,
        *,
        contact: Union[Dict[str, Any], Omit] = OMIT,
        message: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.HandoverOfSession:
        """Hand a conversation over to a person.

        Emits `conversation.handover` with the transcript. Answers 409 if the agent offers no person, or while an earlier hand-over of the conversation is open or assigned.

        `POST /v1/agents/{id}/conversations/{session_id}/handover`

        Args:
            contact: How to reach the visitor.
            message: What the person should know.
        """
        answer_: models.HandoverOfSession = await self._client.send(Call("POST", at("/v1/agents/{}/conversations/{}/handover", id, session_id), json={"contact": contact, "message": message}, options=options), models.HandoverOfSession)
        return answer_

    async def send_message(
        self,
        id: str,
        session_id: str,
        *,
        text: str,
        author_name: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Message:
        """Answer as a person.

        Needs a hand-over, and takes it if it is open. Answers 409 without one, and if someone else has it.

        `POST /v1/agents/{id}/conversations/{session_id}/messages`

        Args:
            text: What the visitor reads, in Markdown.
            author_name: The name that visitors see. Without it they see the name of the signed-in person, and none of an API key.
        """
        answer_: models.Message = await self._client.send(Call("POST", at("/v1/agents/{}/conversations/{}/messages", id, session_id), json={"text": text, "author_name": author_name}, options=options), models.Message)
        return answer_

    async def set_verdict(
        self,
        id: str,
        session_id: str,
        message_id: str,
        *,
        verdict: Literal["right", "wrong", "incomplete"],
        note: Union[str, Omit] = OMIT,
        must: Union[List[str], Omit] = OMIT,
        source_ids: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Message:
        """Judge a reply.

        Each key or person has one verdict on a reply; a new one replaces it. `POST /v1/evaluations` makes questions of judged replies.

        `PUT /v1/agents/{id}/conversations/{session_id}/messages/{message_id}/verdict`

        Args:
            verdict: What you think of the reply.
            note: What you say about the reply.
            must: Phrases; a right reply contains at least one. Case, line breaks and Markdown emphasis do not count.
            source_ids: The sources that answer the question, whatever the reply cites.
        """
        answer_: models.Message = await self._client.send(Call("PUT", at("/v1/agents/{}/conversations/{}/messages/{}/verdict", id, session_id, message_id), json={"verdict": verdict, "note": note, "must": must, "source_ids": source_ids}, options=options), models.Message)
        return answer_

    async def update(
        self,
        id: str,
        session_id: str,
        *,
        state: Union[Literal["open", "resolved"], Omit] = OMIT,
        assignee_id: Union[Union[str, None], Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        if_version: Union[int, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Conversation:
        """Resolve, assign or tag a session.

        Only the fields you send change. Emits `conversation.updated`. Answers 409 if `if_version` is not its version: someone else has changed it since you read it.

        `PATCH /v1/agents/{id}/conversations/{session_id}`

        Args:
            state: `resolved` also resolves a hand-over that waits for a person or has one.
            assignee_id: The account of the member who looks after it; null for no one. A hand-over that is not resolved gets the same assignee.
            tags: Replaces all tags.
            if_version: The version that you have read. If the conversation has another one, it stays as it is, with 409.
        """
        answer_: models.Conversation = await self._client.send(Call("PATCH", at("/v1/agents/{}/conversations/{}", id, session_id), json={"state": state, "assignee_id": assignee_id, "tags": tags, "if_version": if_version}, options=options), models.Conversation)
        return answer_

    async def update_handover(
        self,
        id: str,
        session_id: str,
        *,
        status: Literal["open", "assigned", "resolved"],
        take_over: Union[bool, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.HandoverOfSession:
        """Assign or resolve a hand-over.

        While it is assigned, the agent keeps silent. Answers 409 if someone else has it, unless `take_over` is true.

        `PATCH /v1/agents/{id}/conversations/{session_id}/handover`

        Args:
            status: `assigned` gives it to the caller, `open` back to everyone.
            take_over: Also if someone else has it. Defaults to `false`.
        """
        answer_: models.HandoverOfSession = await self._client.send(Call("PATCH", at("/v1/agents/{}/conversations/{}/handover", id, session_id), json={"status": status, "take_over": take_over}, options=options), models.HandoverOfSession)
        return answer_


class AsyncCrawlsResource(AsyncResource):
    async def cancel(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Crawl:
        """Cancel a crawl.

        Fetches no more pages. Sources that were added stay. A crawl that has ended does not change.

        `POST /v1/knowledge-base/crawls/{id}/cancel`
        """
        answer_: models.Crawl = await self._client.send(Call("POST", at("/v1/knowledge-base/crawls/{}/cancel", id), options=options), models.Crawl)
        return answer_

    async def create(
        self,
        *,
        url: str,
        mode: Union[Literal["links", "sitemap"], Omit] = OMIT,
        max_pages: Union[int, Omit] = OMIT,
        max_depth: Union[int, Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        metadata: Union[Dict[str, Any], Omit] = OMIT,
        refresh_interval_hours: Union[int, Omit] = OMIT,
        knowledge_base_id: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Crawl:
        """Crawl a site.

        Adds the pages of a site as sources, one after another, as its robots.txt allows. `GET /v1/knowledge-base/crawls/:id` shows the progress.

        `POST /v1/knowledge-base/sources/crawl`

        Args:
            url: The page to start from, or with mode `sitemap` the site or its sitemap; http or https.
            mode: Defaults to `links`.
            max_pages: The most pages to add. Defaults to `100`.
            max_depth: How many links deep to follow from the first page; 0 means only that page. Ignored for a sitemap. Defaults to `3`.
            tags: The tags of each added source.
            metadata: The metadata of each added source.
            refresh_interval_hours: The refresh interval of each added source.
            knowledge_base_id: Defaults to the default knowledge base.
        """
        answer_: models.Crawl = await self._client.send(Call("POST", "/v1/knowledge-base/sources/crawl", json={"url": url, "mode": mode, "max_pages": max_pages, "max_depth": max_depth, "tags": tags, "metadata": metadata, "refresh_interval_hours": refresh_interval_hours, "knowledge_base_id": knowledge_base_id}, options=options), models.Crawl)
        return answer_

    async def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Crawl:
        """Get a crawl.

        How far the crawl has come. The numbers change while it is running.

        `GET /v1/knowledge-base/crawls/{id}`
        """
        answer_: models.Crawl = await self._client.send(Call("GET", at("/v1/knowledge-base/crawls/{}", id), options=options), models.Crawl)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        status: Union[Literal["running", "completed", "cancelled", "failed"], Omit] = OMIT,
        knowledge_base_ids: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.Crawl]:
        """List crawls.

        Newest first.

        `GET /v1/knowledge-base/crawls`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            status: Only crawls with this status.
            knowledge_base_ids: Only crawls into these knowledge bases. Repeat the parameter for several.
        """
        return self._client.pages(Call("GET", "/v1/knowledge-base/crawls", query={"limit": limit, "cursor": cursor, "status": status, "knowledge_base_ids": knowledge_base_ids}, options=options), models.Crawl)

    def list_pages(
        self,
        id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        status: Union[Literal["waiting", "added", "skipped", "failed"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.CrawledPage]:
        """List the pages of a crawl.

        In the order in which they were found, with the outcome of each.

        `GET /v1/knowledge-base/crawls/{id}/pages`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            status: Only pages with this status.
        """
        return self._client.pages(Call("GET", at("/v1/knowledge-base/crawls/{}/pages", id), query={"limit": limit, "cursor": cursor, "status": status}, options=options), models.CrawledPage)


class AsyncEvaluationsResource(AsyncResource):
    async def cancel(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Evaluation:
        """Cancel an evaluation.

        It has no results then. One that has ended stays as it is.

        `POST /v1/evaluations/{id}/cancel`
        """
        answer_: models.Evaluation = await self._client.send(Call("POST", at("/v1/evaluations/{}/cancel", id), options=options), models.Evaluation)
        return answer_

    async def create(
        self,
        *,
        questions: Union[List[params.GoldenQuestion], Omit] = OMIT,
        question_set_id: Union[str, Omit] = OMIT,
        from_conversations: Union[params.FromConversations, Omit] = OMIT,
        agent_id: Union[str, Omit] = OMIT,
        name: Union[str, Omit] = OMIT,
        knowledge_base_ids: Union[List[str], Omit] = OMIT,
        search_types: Union[List[Literal["hybrid", "semantic", "keyword"]], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Evaluation:
        """Create an evaluation.

        Asks each question in the background, and measures how high the sources that answer it rank, and how well the scores are calibrated. With `agent_id`, the agent is asked too and its replies are judged. The questions are in the body, are those of a question set, or are made of replies that people have judged. Read the results at `GET /v1/evaluations/:id?wait=60`.

        `POST /v1/evaluations`

        Args:
            questions: Required, unless `question_set_id` or `from_conversations` is there.
            question_set_id: Asks the questions of this set. Those are left out that nothing says the right answer to, or whose sources are gone or not searched.
            from_conversations: Makes the questions of replies that people have judged. If the evaluation is limited to some knowledge bases, replies of agents that use others are left out.
            agent_id: Also asks this agent each question, without a conversation, and judges its replies. The search is then that of its knowledge bases.
            name: What people call it, on one line. Names need not be unique.
            knowledge_base_ids: Where to search. Defaults to all knowledge bases, and with `agent_id` to those of the agent.
            search_types: The search types to measure. Defaults to all.
        """
        answer_: models.Evaluation = await self._client.send(Call("POST", "/v1/evaluations", json={"questions": questions, "question_set_id": question_set_id, "from_conversations": from_conversations, "agent_id": agent_id, "name": name, "knowledge_base_ids": knowledge_base_ids, "search_types": search_types}, options=options), models.Evaluation)
        return answer_

    async def delete(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete an evaluation.

        Immediate and permanent, with its results. A running evaluation ends.

        `DELETE /v1/evaluations/{id}`
        """
        await self._client.send(Call("DELETE", at("/v1/evaluations/{}", id), options=options), None)

    async def get(
        self,
        id: str,
        *,
        wait: Union[float, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.EvaluationWithOutcomes:
        """Get an evaluation.

        With the outcome of each question once it has been completed. With `wait`, the answer comes when it ends or the time is up.

        `GET /v1/evaluations/{id}`

        Args:
            wait: Seconds to wait for the status to leave `running`. Defaults to `0`.
        """
        answer_: models.EvaluationWithOutcomes = await self._client.send(Call("GET", at("/v1/evaluations/{}", id), query={"wait": wait}, options=options), models.EvaluationWithOutcomes)
        return answer_

    async def get_chart(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> str:
        """Draw a reliability chart.

        For each search type: the share of results with a score that are relevant.

        `GET /v1/evaluations/{id}/chart.svg`
        """
        return await self._client.send_for_text(Call("GET", at("/v1/evaluations/{}/chart.svg", id), options=options))

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        question_set_id: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.Evaluation]:
        """List evaluations.

        Newest first, without the outcome of each question.

        `GET /v1/evaluations`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            question_set_id: Only evaluations of this question set.
        """
        return self._client.pages(Call("GET", "/v1/evaluations", query={"limit": limit, "cursor": cursor, "question_set_id": question_set_id}, options=options), models.Evaluation)

    async def list_questions(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.EvaluationQuestions:
        """Get the questions of an evaluation.

        In the shape in which `POST /v1/evaluations` takes them, to ask them again.

        `GET /v1/evaluations/{id}/questions`
        """
        answer_: models.EvaluationQuestions = await self._client.send(Call("GET", at("/v1/evaluations/{}/questions", id), options=options), models.EvaluationQuestions)
        return answer_


class AsyncEventsResource(AsyncResource):
    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        type: Union[List[Literal["source.indexed", "source.failed", "source.deleted", "connector.failed", "agent.created", "agent.updated", "agent.published", "agent.deleted", "conversation.started", "conversation.updated", "conversation.handover", "conversation.handover_updated", "message.feedback", "message.verdict", "budget.warning", "budget.exceeded", "key.created", "key.revoked", "webhook.test"]], Omit] = OMIT,
        created_after: Union[Union[datetime, str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.Event]:
        """List events.

        Newest first. The same events as webhooks receive, for clients that poll.

        `GET /v1/events`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            type: Only events of these types. Repeat the parameter for several.
            created_after: Only events after this time.
        """
        return self._client.pages(Call("GET", "/v1/events", query={"limit": limit, "cursor": cursor, "type": type, "created_after": created_after}, options=options), models.Event)


class AsyncInsightsResource(AsyncResource):
    async def dismiss_gap(
        self,
        *,
        question: str,
        returns_after: Union[int, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.DismissedGap:
        """Dismiss a knowledge gap.

        With all that is about the same thing. It comes back if it is asked again and still has no good answer; with `returns_after` only if it is asked more often than that.

        `POST /v1/gaps/dismiss`

        Args:
            question: The `question` of the gap.
            returns_after: It comes back when it was asked more often than this since, 0 to 1000. 0 for one that is answered now: then the next question without a good answer brings it back. Defaults to `0`.
        """
        answer_: models.DismissedGap = await self._client.send(Call("POST", "/v1/gaps/dismiss", json={"question": question, "returns_after": returns_after}, options=options), models.DismissedGap)
        return answer_

    async def get_attention(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Attention:
        """List what needs attention.

        As of now, and without test chats. Webhooks, connectors and token budgets are only for admins.

        `GET /v1/overview/attention`
        """
        answer_: models.Attention = await self._client.send(Call("GET", "/v1/overview/attention", options=options), models.Attention)
        return answer_

    async def get_overview(
        self,
        *,
        days: Union[int, Omit] = OMIT,
        agent_id: Union[str, Omit] = OMIT,
        channel: Union[str, Omit] = OMIT,
        include: Union[Literal["tests"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Overview:
        """Get an overview of the workspace.

        Without small talk, and without test chats unless `include=tests`: conversations of the channel `dashboard`, as the dashboard's test chat begins them.

        `GET /v1/overview`

        Args:
            days: Days to look back, in UTC, including today. Defaults to `30`.
            agent_id: Only conversations with this agent.
            channel: Only conversations of this channel, such as `widget`.
            include: Also counts the test chats of the dashboard.
        """
        answer_: models.Overview = await self._client.send(Call("GET", "/v1/overview", query={"days": days, "agent_id": agent_id, "channel": channel, "include": include}, options=options), models.Overview)
        return answer_

    async def list_gaps(
        self,
        *,
        days: Union[int, Omit] = OMIT,
        agent_id: Union[str, Omit] = OMIT,
        channel: Union[str, Omit] = OMIT,
        include: Union[Literal["tests"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Gaps:
        """List questions without a good answer.

        Questions that were answered with the fallback, or with a confidence below 0.5. Questions in nearly the same words are one gap, and with a deep model those about the same thing, in other words and other languages. It reads at most 200 questions for a request and remembers them, so the next request may join more. At most the newest 5,000 replies are considered. Small talk is never a gap, and test chats count only with `include=tests`.

        `GET /v1/gaps`

        Args:
            days: Days to look back, in UTC, including today. Defaults to `30`.
            agent_id: Only conversations with this agent.
            channel: Only conversations of this channel, such as `widget`.
            include: Also counts the test chats of the dashboard.
        """
        answer_: models.Gaps = await self._client.send(Call("GET", "/v1/gaps", query={"days": days, "agent_id": agent_id, "channel": channel, "include": include}, options=options), models.Gaps)
        return answer_

    async def suggest_answer(
        self,
        *,
        question: str,
        agent_id: str,
        options: Optional[RequestOptions] = None,
    ) -> models.SuggestedAnswer:
        """Suggest an answer to a gap.

        From the passages of the agent that come nearest. With a language model a draft that cites them, charged to the token budgets; nothing is stored. Pin it with `POST /v1/answers`, or add it as a source, after someone has read it.

        `POST /v1/gaps/suggest`

        Args:
            question: The `question` of the gap.
            agent_id: The agent whose knowledge bases are read.
        """
        answer_: models.SuggestedAnswer = await self._client.send(Call("POST", "/v1/gaps/suggest", json={"question": question, "agent_id": agent_id}, options=options), models.SuggestedAnswer)
        return answer_


class AsyncInvitationsResource(AsyncResource):
    async def create(
        self,
        *,
        role: Literal["viewer", "member", "admin", "owner"],
        email: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.NewInvitation:
        """Create an invitation.

        The link works once, for seven days. Only this answer shows it.

        `POST /v1/invitations`

        Args:
            email: Restricts the link to this email address.
        """
        answer_: models.NewInvitation = await self._client.send(Call("POST", "/v1/invitations", json={"role": role, "email": email}, options=options), models.NewInvitation)
        return answer_

    async def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Invitation:
        """Get an invitation.

        Without its link, which only the answer to its creation shows.

        `GET /v1/invitations/{id}`
        """
        answer_: models.Invitation = await self._client.send(Call("GET", at("/v1/invitations/{}", id), options=options), models.Invitation)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.Invitation]:
        """List pending invitations.

        Newest first: those that nobody has accepted and that have not expired.

        `GET /v1/invitations`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.pages(Call("GET", "/v1/invitations", query={"limit": limit, "cursor": cursor}, options=options), models.Invitation)

    async def revoke(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete an invitation.

        The link stops working at once.

        `DELETE /v1/invitations/{id}`
        """
        await self._client.send(Call("DELETE", at("/v1/invitations/{}", id), options=options), None)


class AsyncKnowledgeBasesResource(AsyncResource):
    async def create(
        self,
        *,
        name: str,
        description: Union[str, Omit] = OMIT,
        embedding_model: Union[Union[str, None], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.KnowledgeBase:
        """Create a knowledge base.

        An empty one. Name it in `knowledge_base_id` when you add sources, and connect agents to it.

        `POST /v1/knowledge-bases`

        Args:
            name: What people call it, on one line. Names need not be unique.
            description: What is in it, in your words.
            embedding_model: The name of a configured model; null means the default of the installation.
        """
        answer_: models.KnowledgeBase = await self._client.send(Call("POST", "/v1/knowledge-bases", json={"name": name, "description": description, "embedding_model": embedding_model}, options=options), models.KnowledgeBase)
        return answer_

    async def delete(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a knowledge base and its sources.

        Answers 422 for the default knowledge base, and while an agent has no other.

        `DELETE /v1/knowledge-bases/{id}`
        """
        await self._client.send(Call("DELETE", at("/v1/knowledge-bases/{}", id), options=options), None)

    async def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.KnowledgeBase:
        """Get a knowledge base.

        With the number of its sources, and how far the models have come with them.

        `GET /v1/knowledge-bases/{id}`
        """
        answer_: models.KnowledgeBase = await self._client.send(Call("GET", at("/v1/knowledge-bases/{}", id), options=options), models.KnowledgeBase)
        return answer_

    async def get_activity(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.KnowledgeBaseActivity:
        """Get the activity of all knowledge bases.

        Sources by status, size, agents and the questions of the last 7 days. Knowledge bases without sources and agents are left out.

        `GET /v1/knowledge-bases/activity`
        """
        answer_: models.KnowledgeBaseActivity = await self._client.send(Call("GET", "/v1/knowledge-bases/activity", options=options), models.KnowledgeBaseActivity)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.KnowledgeBase]:
        """List knowledge bases.

        Newest first, with the number of sources in each.

        `GET /v1/knowledge-bases`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.pages(Call("GET", "/v1/knowledge-bases", query={"limit": limit, "cursor": cursor}, options=options), models.KnowledgeBase)

    async def update(
        self,
        id: str,
        *,
        name: Union[str, Omit] = OMIT,
        description: Union[str, Omit] = OMIT,
        embedding_model: Union[Union[str, None], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.KnowledgeBase:
        """Update a knowledge base.

        Changing the embedding model re-embeds the sources in the background; see `embedding_switch`.

        `PATCH /v1/knowledge-bases/{id}`

        Args:
            name: What people call it, on one line. Names need not be unique.
            description: What is in it, in your words.
            embedding_model: The name of a configured model; null means the default of the installation.
        """
        answer_: models.KnowledgeBase = await self._client.send(Call("PATCH", at("/v1/knowledge-bases/{}", id), json={"name": name, "description": description, "embedding_model": embedding_model}, options=options), models.KnowledgeBase)
        return answer_


class AsyncLimitsResource(AsyncResource):
    async def get(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Limits:
        """Get the limits in force.

        The largest sizes and the rate limits, as they are configured here.

        `GET /v1/limits`
        """
        answer_: models.Limits = await self._client.send(Call("GET", "/v1/limits", options=options), models.Limits)
        return answer_


class AsyncMembersResource(AsyncResource):
    async def delete(
        self,
        id: str,
        *,
        adopt: Union[Literal["true", "false"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Remove a member, or leave.

        Takes effect at once: signs the member out of the workspace and ends their running requests. What they made ends too, in both environments (see `GET /v1/members/{id}/grants`): API keys are revoked, publishable tokens and pending invitations deleted, webhooks disabled. To leave, send your own id; any role may. Your browser then shows another workspace of yours, if you have one. Answers 409 for the last owner.

        `DELETE /v1/members/{id}`

        Args:
            adopt: `true`: you take over the API keys, publishable tokens and webhooks that would end, and they stay valid. Invitations always end. An API key can take over only in its own environment, and must not be one that ends with the member.
        """
        await self._client.send(Call("DELETE", at("/v1/members/{}", id), query={"adopt": adopt}, options=options), None)

    async def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Member:
        """Get a member.

        A person of the workspace, by the id of their account.

        `GET /v1/members/{id}`
        """
        answer_: models.Member = await self._client.send(Call("GET", at("/v1/members/{}", id), options=options), models.Member)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.Member]:
        """List members.

        Newest account first.

        `GET /v1/members`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.pages(Call("GET", "/v1/members", query={"limit": limit, "cursor": cursor}, options=options), models.Member)

    def list_grants(
        self,
        id: str,
        *,
        role: Union[Literal["viewer", "member", "admin", "owner"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.Grant]:
        """List what ends with a member.

        Invitations, API keys, publishable tokens and webhooks that the member made, and what was made with those keys. Members who joined through their invitations are listed and stay, unless you ask about a role. Live keys see the live environment; people see both.

        `GET /v1/members/{id}/grants`

        Args:
            role: Lists what would end if the member got this role.
        """
        return self._client.pages(Call("GET", at("/v1/members/{}/grants", id), query={"role": role}, options=options), models.Grant)

    async def update(
        self,
        id: str,
        *,
        adopt: Union[Literal["true", "false"], Omit] = OMIT,
        role: Union[Literal["viewer", "member", "admin", "owner"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Member:
        """Change a member's role.

        Takes effect at once and ends their running requests. A lower role ends what they made that allows more than the role does (see `GET /v1/members/{id}/grants`). Only signed-in owners can add or change owners, and a workspace always keeps one.

        `PATCH /v1/members/{id}`

        Args:
            adopt: `true`: you take over the API keys, publishable tokens and webhooks that would end, and they stay valid. Invitations always end. An API key can take over only in its own environment, and must not be one that ends with the member.
        """
        answer_: models.Member = await self._client.send(Call("PATCH", at("/v1/members/{}", id), query={"adopt": adopt}, json={"role": role}, options=options), models.Member)
        return answer_


class AsyncOpenaiResource(AsyncResource):
    async def create_chat_completion(
        self,
        *,
        model: str,
        messages: List[Dict[str, Any]],
        stream_options: Union[Union[Dict[str, Any], None], Omit] = OMIT,
        session_id: Union[str, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        metadata: Union[Union[Dict[str, Any], None], Omit] = OMIT,
        user: Union[Any, Omit] = OMIT,
        store: Union[Union[bool, None], Omit] = OMIT,
        tool_choice: Union[Any, Omit] = OMIT,
        modalities: Union[Union[List[Literal["text"]], None], Omit] = OMIT,
        n: Union[Union[Literal[1], None], Omit] = OMIT,
        response_format: Union[Union[Dict[str, Any], None], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Completion:
        """Chat with an agent in the OpenAI protocol.

        For existing OpenAI clients: `model` is the id or the name of an agent. Sources are in `annotations`, and the header `X-Citation-Style` puts them into the text too. Unknown fields are ignored, and so are fields that the agent decides itself, such as `temperature`. The prompts by which chat programs ask for a title, tags or what to ask next are answered without a search, and are no part of any session.

        `POST /v1/chat/completions`

        Args:
            model: The id or the name of an agent.
            messages: The last message of the user is answered. Earlier messages are the context, unless a session is named. System messages are replaced by the instructions of the agent.
            stream_options: Only with `stream`.
            session_id: As in `POST /v1/agents/:id/chat`. The header `X-Session-Id` does the same.
            as_user: The principals for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source.
            metadata: Stored with the session. `session_id` or `chat_id` in it names the session.
            user: The person who asks. Requests of one person whose conversations begin with the same message belong to one session, unless a session is named.
            store: `false`: the conversation is not kept.
            tool_choice: `auto` or `none`: an agent calls no tools, so those of the request are ignored.
            modalities: Only `text`.
            n: Only 1: an agent gives one reply.
            response_format: JSON needs a language model. It is not checked against the sources sentence by sentence, and has no citations.
        """
        answer_: models.Completion = await self._client.send_for_body(Call("POST", "/v1/chat/completions", json={"model": model, "messages": messages, "stream_options": stream_options, "session_id": session_id, "as_user": as_user, "metadata": metadata, "user": user, "store": store, "tool_choice": tool_choice, "modalities": modalities, "n": n, "response_format": response_format}, options=options), models.Completion)
        return answer_

    def stream_chat_completion(
        self,
        *,
        model: str,
        messages: List[Dict[str, Any]],
        stream_options: Union[Union[Dict[str, Any], None], Omit] = OMIT,
        session_id: Union[str, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        metadata: Union[Union[Dict[str, Any], None], Omit] = OMIT,
        user: Union[Any, Omit] = OMIT,
        store: Union[Union[bool, None], Omit] = OMIT,
        tool_choice: Union[Any, Omit] = OMIT,
        modalities: Union[Union[List[Literal["text"]], None], Omit] = OMIT,
        n: Union[Union[Literal[1], None], Omit] = OMIT,
        response_format: Union[Union[Dict[str, Any], None], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[ServerEvent]:
        """Chat with an agent in the OpenAI protocol.

        For existing OpenAI clients: `model` is the id or the name of an agent. Sources are in `annotations`, and the header `X-Citation-Style` puts them into the text too. Unknown fields are ignored, and so are fields that the agent decides itself, such as `temperature`. The prompts by which chat programs ask for a title, tags or what to ask next are answered without a search, and are no part of any session.

        `POST /v1/chat/completions`

        Args:
            model: The id or the name of an agent.
            messages: The last message of the user is answered. Earlier messages are the context, unless a session is named. System messages are replaced by the instructions of the agent.
            stream_options: Only with `stream`.
            session_id: As in `POST /v1/agents/:id/chat`. The header `X-Session-Id` does the same.
            as_user: The principals for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source.
            metadata: Stored with the session. `session_id` or `chat_id` in it names the session.
            user: The person who asks. Requests of one person whose conversations begin with the same message belong to one session, unless a session is named.
            store: `false`: the conversation is not kept.
            tool_choice: `auto` or `none`: an agent calls no tools, so those of the request are ignored.
            modalities: Only `text`.
            n: Only 1: an agent gives one reply.
            response_format: JSON needs a language model. It is not checked against the sources sentence by sentence, and has no citations.
        """
        return self._client.stream_events(Call("POST", "/v1/chat/completions", json={"model": model, "messages": messages, "stream_options": stream_options, "session_id": session_id, "as_user": as_user, "metadata": metadata, "user": user, "store": store, "tool_choice": tool_choice, "modalities": modalities, "n": n, "response_format": response_format, "stream": True}, options=options))

    async def create_embedding(
        self,
        *,
        model: str,
        input: Union[str, List[str]],
        encoding_format: Union[Union[Literal["float", "base64"], None], Omit] = OMIT,
        dimensions: Union[Union[int, None], Omit] = OMIT,
        input_type: Union[Literal["query", "passage"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.EmbeddingList:
        """Embed texts with a bundled model.

        In the OpenAI protocol, with the models that search uses. Counts as a search in the usage.

        `POST /v1/embeddings`

        Args:
            model: `static-en-multi-256` or `multilingual-e5-small`.
            input: The deep model reads the first 500 tokens or so of a text. All texts together have at most 1,000,000 characters.
            encoding_format: `base64`: little-endian 32-bit floats.
            dimensions: Only the number that the model has.
            input_type: Whether the texts are searched for, or searched in: the deep model tells them apart. Defaults to `passage`.
        """
        answer_: models.EmbeddingList = await self._client.send_for_body(Call("POST", "/v1/embeddings", json={"model": model, "input": input, "encoding_format": encoding_format, "dimensions": dimensions, "input_type": input_type}, options=options), models.EmbeddingList)
        return answer_

    async def create_response(
        self,
        *,
        model: str,
        input: Union[str, List[Dict[str, Any]]],
        instructions: Union[Union[str, None], Omit] = OMIT,
        previous_response_id: Union[Union[str, None], Omit] = OMIT,
        session_id: Union[str, Omit] = OMIT,
        store: Union[Union[bool, None], Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        metadata: Union[Union[Dict[str, Any], None], Omit] = OMIT,
        user: Union[Any, Omit] = OMIT,
        tool_choice: Union[Any, Omit] = OMIT,
        text: Union[Union[Dict[str, Any], None], Omit] = OMIT,
        background: Union[Union[Literal[False], None], Omit] = OMIT,
        conversation: Union[None, Omit] = OMIT,
        prompt: Union[None, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Response:
        """Chat with an agent in the protocol of OpenAI responses.

        As `POST /v1/chat/completions`, for clients that speak the newer protocol. `previous_response_id` continues a session. Unknown fields are ignored, and so are fields that the agent decides itself, such as `instructions` and `temperature`.

        `POST /v1/responses`

        Args:
            model: The id or the name of an agent.
            input: A message, or a list whose last message of the user is answered. Earlier messages are the context.
            instructions: Ignored: the agent has its own instructions.
            previous_response_id: The response that the message follows. Its session goes on from there.
            session_id: As in `POST /v1/agents/:id/chat`. The header `X-Session-Id` does the same.
            store: `false`: the conversation is not kept, and no later response can follow.
            as_user: The principals for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source.
            metadata: Stored with the session. `session_id` or `chat_id` in it names the session.
            user: As in `POST /v1/chat/completions`.
            tool_choice: `auto` or `none`: an agent calls no tools, so those of the request are ignored.
            text: As `response_format` in `POST /v1/chat/completions`.
            background: Only `false`.
            conversation: Not supported: must be absent: send `previous_response_id` or `session_id` instead.
            prompt: Not supported: must be absent: an agent has its own instructions.
        """
        answer_: models.Response = await self._client.send_for_body(Call("POST", "/v1/responses", json={"model": model, "input": input, "instructions": instructions, "previous_response_id": previous_response_id, "session_id": session_id, "store": store, "as_user": as_user, "metadata": metadata, "user": user, "tool_choice": tool_choice, "text": text, "background": background, "conversation": conversation, "prompt": prompt}, options=options), models.Response)
        return answer_

    def stream_response(
        self,
        *,
        model: str,
        input: Union[str, List[Dict[str, Any]]],
        instructions: Union[Union[str, None], Omit] = OMIT,
        previous_response_id: Union[Union[str, None], Omit] = OMIT,
        session_id: Union[str, Omit] = OMIT,
        store: Union[Union[bool, None], Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        metadata: Union[Union[Dict[str, Any], None], Omit] = OMIT,
        user: Union[Any, Omit] = OMIT,
        tool_choice: Union[Any, Omit] = OMIT,
        text: Union[Union[Dict[str, Any], None], Omit] = OMIT,
        background: Union[Union[Literal[False], None], Omit] = OMIT,
        conversation: Union[None, Omit] = OMIT,
        prompt: Union[None, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[ServerEvent]:
        """Chat with an agent in the protocol of OpenAI responses.

        As `POST /v1/chat/completions`, for clients that speak the newer protocol. `previous_response_id` continues a session. Unknown fields are ignored, and so are fields that the agent decides itself, such as `instructions` and `temperature`.

        `POST /v1/responses`

        Args:
            model: The id or the name of an agent.
            input: A message, or a list whose last message of the user is answered. Earlier messages are the context.
            instructions: Ignored: the agent has its own instructions.
            previous_response_id: The response that the message follows. Its session goes on from there.
            session_id: As in `POST /v1/agents/:id/chat`. The header `X-Session-Id` does the same.
            store: `false`: the conversation is not kept, and no later response can follow.
            as_user: The principals for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source.
            metadata: Stored with the session. `session_id` or `chat_id` in it names the session.
            user: As in `POST /v1/chat/completions`.
            tool_choice: `auto` or `none`: an agent calls no tools, so those of the request are ignored.
            text: As `response_format` in `POST /v1/chat/completions`.
            background: Only `false`.
            conversation: Not supported: must be absent: send `previous_response_id` or `session_id` instead.
            prompt: Not supported: must be absent: an agent has its own instructions.
        """
        return self._client.stream_events(Call("POST", "/v1/responses", json={"model": model, "input": input, "instructions": instructions, "previous_response_id": previous_response_id, "session_id": session_id, "store": store, "as_user": as_user, "metadata": metadata, "user": user, "tool_choice": tool_choice, "text": text, "background": background, "conversation": conversation, "prompt": prompt, "stream": True}, options=options))

    async def get_model(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.AgentModel:
        """Get an agent in the OpenAI protocol.

        An active agent, by its id or its name.

        `GET /v1/models/{id}`
        """
        answer_: models.AgentModel = await self._client.send_for_body(Call("GET", at("/v1/models/{}", id), options=options), models.AgentModel)
        return answer_

    async def list_models(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.ModelList:
        """List agents in the OpenAI protocol.

        All active agents, newest first, on one page. Embedding models are not among them: chat programs offer every model of the list for chats.

        `GET /v1/models`
        """
        answer_: models.ModelList = await self._client.send_for_body(Call("GET", "/v1/models", options=options), models.ModelList)
        return answer_


class AsyncQuestionSetsResource(AsyncResource):
    async def add_questions(
        self,
        id: str,
        *,
        questions: Union[List[params.NewSetQuestion], Omit] = OMIT,
        conversations: Union[List[Dict[str, Any]], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.AddedQuestions:
        """Add questions to a set.

        From the body, or from conversations. A question that the set has already, in whatever case and punctuation, is updated if something says what is right.

        `POST /v1/question-sets/{id}/questions`

        Args:
            questions: Required, unless `conversations` is there.
            conversations: Adds the questions that people asked in them. The latest verdict on a reply says what is right; without one the question waits for somebody to say so.
        """
        answer_: models.AddedQuestions = await self._client.send(Call("POST", at("/v1/question-sets/{}/questions", id), json={"questions": questions, "conversations": conversations}, options=options), models.AddedQuestions)
        return answer_

    async def create(
        self,
        *,
        name: str,
        questions: Union[List[params.NewSetQuestion], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.QuestionSet:
        """Create a question set.

        Questions with what answers them, to evaluate agents with. A workspace has at most 200 sets.

        `POST /v1/question-sets`

        Args:
            name: What people call it, on one line. Names need not be unique.
            questions: Its first questions.
        """
        answer_: models.QuestionSet = await self._client.send(Call("POST", "/v1/question-sets", json={"name": name, "questions": questions}, options=options), models.QuestionSet)
        return answer_

    async def delete(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a question set.

        At once and for good. Its evaluations stay.

        `DELETE /v1/question-sets/{id}`
        """
        await self._client.send(Call("DELETE", at("/v1/question-sets/{}", id), options=options), None)

    async def delete_question(
        self,
        id: str,
        question_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a question of a set.

        Evaluations that asked it stay.

        `DELETE /v1/question-sets/{id}/questions/{question_id}`
        """
        await self._client.send(Call("DELETE", at("/v1/question-sets/{}/questions/{}", id, question_id), options=options), None)

    async def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.QuestionSetWithQuestions:
        """Get a question set.

        With its questions.

        `GET /v1/question-sets/{id}`
        """
        answer_: models.QuestionSetWithQuestions = await self._client.send(Call("GET", at("/v1/question-sets/{}", id), options=options), models.QuestionSetWithQuestions)
        return answer_

    async def import_(
        self,
        id: str,
        *,
        questions: List[params.ImportedQuestion],
        dry_run: Union[Literal["true", "false"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.AddedQuestions:
        """Import questions into a set.

        If anything is wrong, nothing is imported, and the error names the line and the field. `text/csv` names its columns in the first row, `question` and if you like `sources` (ids or names), `answers` (words of which a right reply has one) and `must_refuse`, and separates several values with `|`; `application/jsonl` has one question per line.

        `POST /v1/question-sets/{id}/import`

        Args:
            questions: The questions of the file.
            dry_run: Checks everything and says what would change, but changes nothing.
        """
        answer_: models.AddedQuestions = await self._client.send(Call("POST", at("/v1/question-sets/{}/import", id), query={"dry_run": dry_run}, json={"questions": questions}, options=options), models.AddedQuestions)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.QuestionSet]:
        """List question sets.

        Newest first, without their questions.

        `GET /v1/question-sets`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.pages(Call("GET", "/v1/question-sets", query={"limit": limit, "cursor": cursor}, options=options), models.QuestionSet)

    async def update(
        self,
        id: str,
        *,
        name: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.QuestionSet:
        """Update a question set.

        Only the fields you send change.

        `PATCH /v1/question-sets/{id}`

        Args:
            name: What people call it, on one line. Names need not be unique.
        """
        answer_: models.QuestionSet = await self._client.send(Call("PATCH", at("/v1/question-sets/{}", id), json={"name": name}, options=options), models.QuestionSet)
        return answer_

    async def update_question(
        self,
        id: str,
        question_id: str,
        *,
        query: Union[str, Omit] = OMIT,
        relevant: Union[List[Dict[str, Any]], Omit] = OMIT,
        must: Union[List[str], Omit] = OMIT,
        unanswerable: Union[bool, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.QuestionSet:
        """Update a question of a set.

        Only the fields you send change.

        `PATCH /v1/question-sets/{id}/questions/{question_id}`

        Args:
            query: What a person would ask.
            relevant: All sources that answer the question.
            must: Phrases; a right reply contains at least one. Case, line breaks and Markdown emphasis do not count.
            unanswerable: The right reply is that there is no answer: an agent must refuse.
        """
        answer_: models.QuestionSet = await self._client.send(Call("PATCH", at("/v1/question-sets/{}/questions/{}", id, question_id), json={"query": query, "relevant": relevant, "must": must, "unanswerable": unanswerable}, options=options), models.QuestionSet)
        return answer_


class AsyncSavedViewsResource(AsyncResource):
    async def create(
        self,
        *,
        resource: Literal["conversations", "sources"],
        name: str,
        filters: Dict[str, Any],
        is_shared: Union[bool, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.SavedView:
        """Save a view.

        Filters of a list under a name. An owner has at most 50 views, and a workspace shares at most 100.

        `POST /v1/views`

        Args:
            resource: Whose filters it has.
            name: What people call it, on one line. Names need not be unique.
            filters: Parameters of the list, such as `{"state": "open", "assignee": "me"}`. Those that a list does not know are kept and mean nothing.
            is_shared: Whether everyone in the workspace sees it, or only its owner. Defaults to `false`.
        """
        answer_: models.SavedView = await self._client.send(Call("POST", "/v1/views", json={"resource": resource, "name": name, "filters": filters, "is_shared": is_shared}, options=options), models.SavedView)
        return answer_

    async def delete(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a saved view.

        What it shows stays.

        `DELETE /v1/views/{id}`
        """
        await self._client.send(Call("DELETE", at("/v1/views/{}", id), options=options), None)

    async def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.SavedView:
        """Get a saved view.

        Your own, or a shared one.

        `GET /v1/views/{id}`
        """
        answer_: models.SavedView = await self._client.send(Call("GET", at("/v1/views/{}", id), options=options), models.SavedView)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        resource: Union[Literal["conversations", "sources"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.SavedView]:
        """List saved views.

        Your own and those that are shared, oldest first.

        `GET /v1/views`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            resource: Only views of this list.
        """
        return self._client.pages(Call("GET", "/v1/views", query={"limit": limit, "cursor": cursor, "resource": resource}, options=options), models.SavedView)

    async def update(
        self,
        id: str,
        *,
        name: Union[str, Omit] = OMIT,
        filters: Union[Dict[str, Any], Omit] = OMIT,
        is_shared: Union[bool, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.SavedView:
        """Change a saved view.

        Only the fields you send change. The list of a view stays.

        `PATCH /v1/views/{id}`

        Args:
            name: What people call it, on one line. Names need not be unique.
            filters: Parameters of the list, such as `{"state": "open", "assignee": "me"}`. Those that a list does not know are kept and mean nothing.
            is_shared: Whether everyone in the workspace sees it, or only its owner.
        """
        answer_: models.SavedView = await self._client.send(Call("PATCH", at("/v1/views/{}", id), json={"name": name, "filters": filters, "is_shared": is_shared}, options=options), models.SavedView)
        return answer_


class AsyncSearchResource(AsyncResource):
    async def query(
        self,
        *,
        query: str,
        limit: Union[int, Omit] = OMIT,
        search_type: Union[Literal["semantic", "keyword", "hybrid"], Omit] = OMIT,
        source_ids: Union[List[str], Omit] = OMIT,
        min_score: Union[float, Omit] = OMIT,
        knowledge_base_ids: Union[List[str], Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        filter: Union[Union[params.EqualityFilter, params.OrderFilter, params.ListFilter, params.ExistenceFilter, params.CompoundFilter], Omit] = OMIT,
        max_per_source: Union[int, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        include: Union[List[Literal["score_details", "matches"]], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.SearchResult:
        """Search the indexed sources.

        Returns the passages that fit the query best, best first, with a calibrated score. `GET /v1/query` does the same for read_only keys.

        `POST /v1/query`

        Args:
            query: Natural language; for `keyword`, keywords and phrases. Text in quotation marks must match exactly.
            limit: The most results. Defaults to `5`.
            search_type: `semantic`: by meaning. `keyword`: by exact terms. `hybrid`: both, ranked by a combined score. Defaults to `hybrid`.
            source_ids: Only these sources.
            min_score: Leaves out results with a lower score.
            knowledge_base_ids: Only these knowledge bases. Defaults to all that you can see.
            tags: Only sources with any of these tags.
            filter: Only sources whose metadata matches.
            max_per_source: The most results from one source, so that other sources are shown too.
            as_user: The principals for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source.
            include: What to add to each result.
        """
        answer_: models.SearchResult = await self._client.send(Call("POST", "/v1/query", json={"query": query, "limit": limit, "search_type": search_type, "source_ids": source_ids, "min_score": min_score, "knowledge_base_ids": knowledge_base_ids, "tags": tags, "filter": filter, "max_per_source": max_per_source, "as_user": as_user, "include": include}, options=options), models.SearchResult)
        return answer_

    async def query_by_url(
        self,
        *,
        query: str,
        limit: Union[int, Omit] = OMIT,
        search_type: Union[Literal["semantic", "keyword", "hybrid"], Omit] = OMIT,
        source_ids: Union[List[str], Omit] = OMIT,
        min_score: Union[float, Omit] = OMIT,
        knowledge_base_ids: Union[List[str], Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        filter: Union[str, Omit] = OMIT,
        max_per_source: Union[int, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        include: Union[List[Literal["score_details", "matches"]], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.SearchResult:
        """Search the indexed sources, as a query string.

        The same search for read_only keys, which may only send GET.

        `GET /v1/query`

        Args:
            query: Natural language; for `keyword`, keywords and phrases. Text in quotation marks must match exactly.
            limit: The most results. Defaults to `5`.
            search_type: `semantic`: by meaning. `keyword`: by exact terms. `hybrid`: both, ranked by a combined score. Defaults to `hybrid`.
            source_ids: Only these sources. Repeat the parameter for several.
            min_score: Leaves out results with a lower score.
            knowledge_base_ids: Only these knowledge bases. Repeat the parameter for several. Defaults to all that you can see.
            tags: Only sources with any of these tags. Repeat the parameter for several.
            filter: A filter on metadata, as JSON: the same as the field `filter` of `POST /v1/query`, such as `{"type":"eq","key":"language","value":"de"}`.
            max_per_source: The most results from one source, so that other sources are shown too.
            as_user: The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several.
            include: What to add to each result. Repeat the parameter for both.
        """
        answer_: models.SearchResult = await self._client.send(Call("GET", "/v1/query", query={"query": query, "limit": limit, "search_type": search_type, "source_ids": source_ids, "min_score": min_score, "knowledge_base_ids": knowledge_base_ids, "tags": tags, "filter": filter, "max_per_source": max_per_source, "as_user": as_user, "include": include}, options=options), models.SearchResult)
        return answer_


class AsyncSourcesResource(AsyncResource):
    async def bulk_update(
        self,
        *,
        action: Literal["delete", "reindex", "add_tags", "remove_tags", "set_metadata", "set_allowed", "move"],
        source_ids: List[str],
        tags: Union[List[str], Omit] = OMIT,
        knowledge_base_id: Union[str, Omit] = OMIT,
        metadata: Union[Dict[str, Any], Omit] = OMIT,
        allowed: Union[Union[List[str], None], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.BulkResult:
        """Change sources in bulk.

        Changes all of them, or none if the request is refused, as the endpoint of a single source would. Ids without a source are listed as missing.

        `POST /v1/knowledge-base/sources/bulk`

        Args:
            action: What to do with each source.
            source_ids: The sources to change.
            tags: Required for `add_tags` and `remove_tags`.
            knowledge_base_id: Where to; required for `move`.
            metadata: Required for `set_metadata`. Merged into the metadata of each: null removes a key.
            allowed: Required for `set_allowed`: who may see each, in place of who may now. Null: everyone.
        """
        answer_: models.BulkResult = await self._client.send(Call("POST", "/v1/knowledge-base/sources/bulk", json={"action": action, "source_ids": source_ids, "tags": tags, "knowledge_base_id": knowledge_base_id, "metadata": metadata, "allowed": allowed}, options=options), models.BulkResult)
        return answer_

    async def create(
        self,
        *,
        type: Union[Literal["text"], Literal["url"]],
        name: str,
        content: Union[str, Omit] = OMIT,
        metadata: Union[Dict[str, Any], Omit] = OMIT,
        allowed: Union[Union[List[str], None], Omit] = OMIT,
        knowledge_base_id: Union[str, Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        on_duplicate: Union[Literal["keep", "skip", "error"], Omit] = OMIT,
        external_id: Union[str, Omit] = OMIT,
        url: Union[str, Omit] = OMIT,
        refresh_interval_hours: Union[int, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Source:
        """Add a source.

        Stored at once and indexed in the background. Read its `status`, or wait with `GET …/:id?wait=30`.

        `POST /v1/knowledge-base/sources`

        Args:
            type: A web page that Footnote fetches.
            name: The name that lists and citations show.
            content: The text, plain or Markdown.
            allowed: The principals who may see it: users and groups by names of your choice, such as `user:ada@museum.example` or `group:staff`. Null: everyone. An empty list: only requests without `as_user`.
            knowledge_base_id: The knowledge base to add it to. Defaults to the default knowledge base.
            tags: Words to filter sources by.
            on_duplicate: What to do if the knowledge base already has the same bytes or URL: `keep` adds the source and names the other in `duplicate_of`, `skip` answers 200 with the other, `error` answers 409. Defaults to `keep`.
            external_id: The id of the source where it comes from, such as a path or the key of a record; unique in the knowledge base.
            url: The address of the page, http or https.
            refresh_interval_hours: How often to fetch the page again and reindex it if it has changed. Never without it.
        """
        answer_: models.Source = await self._client.send(Call("POST", "/v1/knowledge-base/sources", json={"type": type, "name": name, "content": content, "metadata": metadata, "allowed": allowed, "knowledge_base_id": knowledge_base_id, "tags": tags, "on_duplicate": on_duplicate, "external_id": external_id, "url": url, "refresh_interval_hours": refresh_interval_hours}, options=options), models.Source)
        return answer_

    async def create_batch(
        self,
        *,
        sources: List[Union[params.CreateTextSource, params.CreateUrlSource]],
        upsert: Union[bool, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.CreatedSources:
        """Add sources in a batch.

        Adds up to 100 texts and web pages. Each has its own answer, in order: one that is refused does not stop the others.

        `POST /v1/knowledge-base/sources/batch`

        Args:
            sources: Texts and web pages. Documents are uploaded one by one.
            upsert: Whether a source whose `external_id` the knowledge base has already is updated, as by `PUT …/by-external-id/:external_id`; otherwise it gets 409. Defaults to `false`.
        """
        answer_: models.CreatedSources = await self._client.send(Call("POST", "/v1/knowledge-base/sources/batch", json={"sources": sources, "upsert": upsert}, options=options), models.CreatedSources)
        return answer_

    async def delete(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a source.

        Deletes its text and chunks too, at once and for good.

        `DELETE /v1/knowledge-base/sources/{id}`
        """
        await self._client.send(Call("DELETE", at("/v1/knowledge-base/sources/{}", id), options=options), None)

    async def download(
        self,
        id: str,
        *,
        as_user: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> bytes:
        """Download the original file of a source.

        The original bytes, even before they are indexed; for a page, as last fetched. Answers 404 for a page that was never fetched. `Range` gets a part of them, with 206, and `If-None-Match` with the `ETag` of an earlier answer 304 if they are the same.

        `GET /v1/knowledge-base/sources/{id}/file`

        Args:
            as_user: The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several.
        """
        return await self._client.send_for_bytes(Call("GET", at("/v1/knowledge-base/sources/{}/file", id), query={"as_user": as_user}, options=options))

    async def export(
        self,
        *,
        sort: Union[Literal["name", "-name", "created_at", "-created_at", "updated_at", "-updated_at", "size_bytes", "-size_bytes", "chunk_count", "-chunk_count", "status", "-status"], Omit] = OMIT,
        status: Union[Literal["processing", "indexed", "failed"], Omit] = OMIT,
        type: Union[Literal["document", "url", "text"], Omit] = OMIT,
        q: Union[str, Omit] = OMIT,
        name_prefix: Union[str, Omit] = OMIT,
        knowledge_base_ids: Union[List[str], Omit] = OMIT,
        external_id: Union[str, Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        filter: Union[str, Omit] = OMIT,
        principal: Union[str, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> str:
        """Export chosen sources as CSV.

        One row for each source that `GET /v1/knowledge-base/sources` lists with the same parameters, without its content. An export that breaks off ends without the last chunk.

        `GET /v1/knowledge-base/sources/export`

        Args:
            sort: What to sort by; with `-`, the last or largest first. `name` takes A to Z as a to z, and all else by code point. Defaults to `-created_at`.
            status: Only sources with this status.
            type: Only sources of this type.
            q: Part of the name or file name; case does not matter.
            name_prefix: Only sources whose name begins with it, or for a web page its URL without `https://`: `handbook/` or `docs.example.com/guides/`. Case matters.
            knowledge_base_ids: Only sources of these knowledge bases. Repeat the parameter for several.
            external_id: The id of the source where it comes from, such as a path or the key of a record; unique in the knowledge base.
            tags: Only sources with any of these tags. Repeat the parameter for several.
            filter: A filter on metadata, as JSON: the same as the field `filter` of `POST /v1/query`, such as `{"type":"eq","key":"language","value":"de"}`.
            principal: Only restricted sources whose `allowed` has this principal.
            as_user: The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several.
        """
        return await self._client.send_for_text(Call("GET", "/v1/knowledge-base/sources/export", query={"sort": sort, "status": status, "type": type, "q": q, "name_prefix": name_prefix, "knowledge_base_ids": knowledge_base_ids, "external_id": external_id, "tags": tags, "filter": filter, "principal": principal, "as_user": as_user}, options=options))

    async def get(
        self,
        id: str,
        *,
        wait: Union[Union[float, Literal["deep"]], Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Source:
        """Get a source.

        With `wait`, the answer comes once the source has been processed or the time is up.

        `GET /v1/knowledge-base/sources/{id}`

        Args:
            wait: How many seconds to wait while the status is `processing`; `deep` waits at most 60 seconds, also while `understanding` is `pending`. Defaults to `0`.
            as_user: The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several.
        """
        answer_: models.Source = await self._client.send(Call("GET", at("/v1/knowledge-base/sources/{}", id), query={"wait": wait, "as_user": as_user}, options=options), models.Source)
        return answer_

    async def get_content(
        self,
        id: str,
        *,
        as_user: Union[List[str], Omit] = OMIT,
        offset: Union[int, Omit] = OMIT,
        limit: Union[int, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.SourceContent:
        """Get the extracted text of a source.

        The text that citations and chunks point into, with its headings and pages, whole or in parts. Empty until the source is indexed.

        `GET /v1/knowledge-base/sources/{id}/content`

        Args:
            as_user: The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several.
            offset: Where the part begins, in UTF-16 code units: `next_offset` of the previous part.
            limit: The most UTF-16 code units of a part. Without it, the text to its end.
        """
        answer_: models.SourceContent = await self._client.send(Call("GET", at("/v1/knowledge-base/sources/{}/content", id), query={"as_user": as_user, "offset": offset, "limit": limit}, options=options), models.SourceContent)
        return answer_

    async def get_counts(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.SourceCounts:
        """Count sources.

        By status, type, knowledge base and tag, over all knowledge bases that you can see.

        `GET /v1/knowledge-base/sources/counts`
        """
        answer_: models.SourceCounts = await self._client.send(Call("GET", "/v1/knowledge-base/sources/counts", options=options), models.SourceCounts)
        return answer_

    async def get_places(
        self,
        id: str,
        *,
        start: Union[int, Omit] = OMIT,
        end: Union[int, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.SourcePlaces:
        """Find a passage in the original.

        Where a passage of the extracted text is in the original, to mark it there: boxes on the pages of PDFs and pictures, slides, cells of spreadsheets, the anchor in a web page or Markdown file. Without a passage, all pages with their sizes. Empty until the source is indexed; a source that an older version indexed has boxes, cells and anchors after a reindex.

        `GET /v1/knowledge-base/sources/{id}/places`

        Args:
            start: Where the passage begins in the text, as in a citation, a chunk or a result.
            end: Where the passage ends, exclusive: at most 20,000 UTF-16 code units after `start`.
            as_user: The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several.
        """
        answer_: models.SourcePlaces = await self._client.send(Call("GET", at("/v1/knowledge-base/sources/{}/places", id), query={"start": start, "end": end, "as_user": as_user}, options=options), models.SourcePlaces)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        sort: Union[Literal["name", "-name", "created_at", "-created_at", "updated_at", "-updated_at", "size_bytes", "-size_bytes", "chunk_count", "-chunk_count", "status", "-status"], Omit] = OMIT,
        status: Union[Literal["processing", "indexed", "failed"], Omit] = OMIT,
        type: Union[Literal["document", "url", "text"], Omit] = OMIT,
        q: Union[str, Omit] = OMIT,
        name_prefix: Union[str, Omit] = OMIT,
        knowledge_base_ids: Union[List[str], Omit] = OMIT,
        external_id: Union[str, Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        filter: Union[str, Omit] = OMIT,
        principal: Union[str, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.Source]:
        """List sources.

        Newest first, or sorted as you ask.

        `GET /v1/knowledge-base/sources`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            sort: What to sort by; with `-`, the last or largest first. `name` takes A to Z as a to z, and all else by code point. Defaults to `-created_at`.
            status: Only sources with this status.
            type: Only sources of this type.
            q: Part of the name or file name; case does not matter.
            name_prefix: Only sources whose name begins with it, or for a web page its URL without `https://`: `handbook/` or `docs.example.com/guides/`. Case matters.
            knowledge_base_ids: Only sources of these knowledge bases. Repeat the parameter for several.
            external_id: The id of the source where it comes from, such as a path or the key of a record; unique in the knowledge base.
            tags: Only sources with any of these tags. Repeat the parameter for several.
            filter: A filter on metadata, as JSON: the same as the field `filter` of `POST /v1/query`, such as `{"type":"eq","key":"language","value":"de"}`.
            principal: Only restricted sources whose `allowed` has this principal.
            as_user: The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several.
        """
        return self._client.pages(Call("GET", "/v1/knowledge-base/sources", query={"limit": limit, "cursor": cursor, "sort": sort, "status": status, "type": type, "q": q, "name_prefix": name_prefix, "knowledge_base_ids": knowledge_base_ids, "external_id": external_id, "tags": tags, "filter": filter, "principal": principal, "as_user": as_user}, options=options), models.Source)

    def list_chunks(
        self,
        id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.SourceChunk]:
        """List the chunks of a source.

        In the order of the text: the passages that searches return. Empty until the source is indexed.

        `GET /v1/knowledge-base/sources/{id}/chunks`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            as_user: The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several.
        """
        return self._client.pages(Call("GET", at("/v1/knowledge-base/sources/{}/chunks", id), query={"limit": limit, "cursor": cursor, "as_user": as_user}, options=options), models.SourceChunk)

    async def list_folders(
        self,
        *,
        status: Union[Literal["processing", "indexed", "failed"], Omit] = OMIT,
        type: Union[Literal["document", "url", "text"], Omit] = OMIT,
        q: Union[str, Omit] = OMIT,
        name_prefix: Union[str, Omit] = OMIT,
        knowledge_base_ids: Union[List[str], Omit] = OMIT,
        external_id: Union[str, Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        filter: Union[str, Omit] = OMIT,
        principal: Union[str, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.SourceFolders:
        """List folders of sources.

        The folders directly below `name_prefix`, or all at the top without it, of the sources that the other parameters choose. The name `handbook/leave.md` is in `handbook/`, the page `https://docs.example.com/guides/start` in `docs.example.com/`.

        `GET /v1/knowledge-base/sources/folders`

        Args:
            status: Only sources with this status.
            type: Only sources of this type.
            q: Part of the name or file name; case does not matter.
            name_prefix: Only sources whose name begins with it, or for a web page its URL without `https://`: `handbook/` or `docs.example.com/guides/`. Case matters.
            knowledge_base_ids: Only sources of these knowledge bases. Repeat the parameter for several.
            external_id: The id of the source where it comes from, such as a path or the key of a record; unique in the knowledge base.
            tags: Only sources with any of these tags. Repeat the parameter for several.
            filter: A filter on metadata, as JSON: the same as the field `filter` of `POST /v1/query`, such as `{"type":"eq","key":"language","value":"de"}`.
            principal: Only restricted sources whose `allowed` has this principal.
            as_user: The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several.
        """
        answer_: models.SourceFolders = await self._client.send(Call("GET", "/v1/knowledge-base/sources/folders", query={"status": status, "type": type, "q": q, "name_prefix": name_prefix, "knowledge_base_ids": knowledge_base_ids, "external_id": external_id, "tags": tags, "filter": filter, "principal": principal, "as_user": as_user}, options=options), models.SourceFolders)
        return answer_

    def list_history(
        self,
        id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.SourceHistoryEntry]:
        """List a source's history.

        Newest first: how it was added, who changed what, and how each indexing ended. Footnote keeps the first entry and the newest 200.

        `GET /v1/knowledge-base/sources/{id}/history`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.pages(Call("GET", at("/v1/knowledge-base/sources/{}/history", id), query={"limit": limit, "cursor": cursor}, options=options), models.SourceHistoryEntry)

    async def list_similar(
        self,
        id: str,
        *,
        as_user: Union[List[str], Omit] = OMIT,
        limit: Union[int, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.SimilarSources:
        """List similar sources.

        The sources of the same knowledge base that are most like this one: duplicates, translations and related texts. Long sources are compared by 32 of their chunks, taken evenly.

        `GET /v1/knowledge-base/sources/{id}/similar`

        Args:
            as_user: The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several.
            limit: The most sources to return. Defaults to `10`.
        """
        answer_: models.SimilarSources = await self._client.send(Call("GET", at("/v1/knowledge-base/sources/{}/similar", id), query={"as_user": as_user, "limit": limit}, options=options), models.SimilarSources)
        return answer_

    async def reindex(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Source:
        """Reindex a source.

        Uses the stored content, or fetches the page again. Use it after `failed`. What is indexed keeps answering meanwhile.

        `POST /v1/knowledge-base/sources/{id}/reindex`
        """
        answer_: models.Source = await self._client.send(Call("POST", at("/v1/knowledge-base/sources/{}/reindex", id), options=options), models.Source)
        return answer_

    async def render(
        self,
        id: str,
        *,
        start: Union[int, Omit] = OMIT,
        end: Union[int, Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> str:
        """Get a source as a web page.

        The extracted text as HTML that is safe to show: headings, lists, tables and code as such, and no scripts, links or images. Each block has `data-start` and `data-end`, its offsets in the text of `GET …/:id/content`, and each page or slide `id="page-N"`. Answers 404 until the source is indexed.

        `GET /v1/knowledge-base/sources/{id}/render`

        Args:
            start: Where a passage to mark begins, as in a citation. It gets `id="passage"`.
            end: Where the passage ends, exclusive.
            as_user: The principals for whom the request is made, as the field `as_user` of `POST /v1/query`. Repeat the parameter for several.
        """
        return await self._client.send_for_text(Call("GET", at("/v1/knowledge-base/sources/{}/render", id), query={"start": start, "end": end, "as_user": as_user}, options=options))

    async def update(
        self,
        id: str,
        *,
        name: Union[str, Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        metadata: Union[Union[Dict[str, Any], None], Omit] = OMIT,
        allowed: Union[Union[List[str], None], Omit] = OMIT,
        content: Union[str, Omit] = OMIT,
        url: Union[str, Omit] = OMIT,
        refresh_interval_hours: Union[Union[int, None], Omit] = OMIT,
        external_id: Union[Union[str, None], Omit] = OMIT,
        knowledge_base_id: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Source:
        """Update a source.

        With new `content`, `url` or `file`, the old content keeps answering until the new content is indexed. `knowledge_base_id` moves the source.

        `PATCH /v1/knowledge-base/sources/{id}`

        Args:
            name: The new name.
            tags: The new tags, in place of the present ones.
            metadata: Merged into the metadata: keys that are absent stay, and null removes a key. Null in place of the object removes all of it.
            allowed: The principals who may see it: users and groups by names of your choice, such as `user:ada@museum.example` or `group:staff`. Null: everyone. An empty list: only requests without `as_user`.
            content: New content, for a `text` source.
            url: New URL, for a `url` source.
            refresh_interval_hours: For a `url` source; null turns refreshing off.
            external_id: Another external id; null takes it away. 409 if another source of the knowledge base has it.
            knowledge_base_id: Moves the source to this knowledge base, with what was indexed of it.
        """
        answer_: models.Source = await self._client.send(Call("PATCH", at("/v1/knowledge-base/sources/{}", id), json={"name": name, "tags": tags, "metadata": metadata, "allowed": allowed, "content": content, "url": url, "refresh_interval_hours": refresh_interval_hours, "external_id": external_id, "knowledge_base_id": knowledge_base_id}, options=options), models.Source)
        return answer_

    async def upsert(
        self,
        external_id: str,
        *,
        type: Union[Literal["text"], Literal["url"]],
        name: str,
        content: Union[str, Omit] = OMIT,
        metadata: Union[Dict[str, Any], Omit] = OMIT,
        allowed: Union[Union[List[str], None], Omit] = OMIT,
        knowledge_base_id: Union[str, Omit] = OMIT,
        tags: Union[List[str], Omit] = OMIT,
        url: Union[str, Omit] = OMIT,
        refresh_interval_hours: Union[int, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.UpsertedSource:
        """Create or update a source by external id.

        Creates the source, or updates the one of the knowledge base with this external id. The same content and fields again change nothing.

        `PUT /v1/knowledge-base/sources/by-external-id/{external_id}`

        Args:
            type: A web page that Footnote fetches.
            name: The name that lists and citations show.
            content: The text, plain or Markdown.
            allowed: The principals who may see it: users and groups by names of your choice, such as `user:ada@museum.example` or `group:staff`. Null: everyone. An empty list: only requests without `as_user`.
            knowledge_base_id: The knowledge base to add it to. Defaults to the default knowledge base.
            tags: Words to filter sources by. Without it, a source keeps its tags.
            url: The address of the page, http or https.
            refresh_interval_hours: How often to fetch the page again and reindex it if it has changed. Never without it.
        """
        answer_: models.UpsertedSource = await self._client.send(Call("PUT", at("/v1/knowledge-base/sources/by-external-id/{}", external_id), json={"type": type, "name": name, "content": content, "metadata": metadata, "allowed": allowed, "knowledge_base_id": knowledge_base_id, "tags": tags, "url": url, "refresh_interval_hours": refresh_interval_hours}, options=options), models.UpsertedSource)
        return answer_

    def watch(
        self,
        *,
        last_event_id: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[ServerEvent]:
        """Stream source changes.

        Server-sent events. `ready` comes first: if you read the list after it, you miss no change. `source` has a source that was added or changed, at most four times a second for each; `source_deleted` has its `id`; `error` comes before the end, for example when the key was revoked. A later `ready` means that changes were left out: read the list again. After a break, send the id of the last event that had one, as `Last-Event-ID` or `last_event_id`: `continued` comes instead of `ready`, and then all that has changed since, the last state of each source once. Ids are good for a day, or 10,000 changes; with an older one, `ready` comes.

        `GET /v1/knowledge-base/changes`

        Args:
            last_event_id: The id of the last event that you have, to go on from there. The header `Last-Event-ID`, which browsers send when they connect again, comes before it.
        """
        return self._client.stream_events(Call("GET", "/v1/knowledge-base/changes", query={"last_event_id": last_event_id}, options=options))


class AsyncTrialsResource(AsyncResource):
    async def create(
        self,
        id: str,
        *,
        message: str,
        settings: Union[params.TrialSettings, Omit] = OMIT,
        model: Union[str, Omit] = OMIT,
        history: Union[List[Dict[str, Any]], Omit] = OMIT,
        filter: Union[Union[params.EqualityFilter, params.OrderFilter, params.ListFilter, params.ExistenceFilter, params.CompoundFilter], Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Trial:
        """Ask an agent with other settings.

        Replies as the agent would with these settings, and says how: the passages, the steps and their times. Nothing is stored, so neither conversations nor insights know of it; tokens count in the usage and against the budgets. Paused agents reply too. A stream sends the events `meta`, `step` for each step, `search`, `delta` and `withdraw` as in a chat, and `done` with the whole trial, or `error`.

        `POST /v1/agents/{id}/trials`

        Args:
            message: What the person says.
            model: A language model of the installation, as `GET /v1/agents/{id}/trials` names them; `none` answers in sentences of the sources. Absent: as in chats.
            history: The conversation before the message, oldest first.
            filter: Answers only from sources whose metadata matches.
            as_user: The principals for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source.
        """
        answer_: models.Trial = await self._client.send(Call("POST", at("/v1/agents/{}/trials", id), json={"message": message, "settings": settings, "model": model, "history": history, "filter": filter, "as_user": as_user}, options=options), models.Trial)
        return answer_

    def stream(
        self,
        id: str,
        *,
        message: str,
        settings: Union[params.TrialSettings, Omit] = OMIT,
        model: Union[str, Omit] = OMIT,
        history: Union[List[Dict[str, Any]], Omit] = OMIT,
        filter: Union[Union[params.EqualityFilter, params.OrderFilter, params.ListFilter, params.ExistenceFilter, params.CompoundFilter], Omit] = OMIT,
        as_user: Union[List[str], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncIterator[ServerEvent]:
        """Ask an agent with other settings.

        Replies as the agent would with these settings, and says how: the passages, the steps and their times. Nothing is stored, so neither conversations nor insights know of it; tokens count in the usage and against the budgets. Paused agents reply too. A stream sends the events `meta`, `step` for each step, `search`, `delta` and `withdraw` as in a chat, and `done` with the whole trial, or `error`.

        `POST /v1/agents/{id}/trials`

        Args:
            message: What the person says.
            model: A language model of the installation, as `GET /v1/agents/{id}/trials` names them; `none` answers in sentences of the sources. Absent: as in chats.
            history: The conversation before the message, oldest first.
            filter: Answers only from sources whose metadata matches.
            as_user: The principals for whom the request is made: the person and their groups, by the names that `allowed` of sources has. Sources that allow none of them do not exist for this request, and change no score and no count. `[]` is someone unknown, who sees what everyone may see. Without it, the request sees every source.
        """
        return self._client.stream_events(Call("POST", at("/v1/agents/{}/trials", id), json={"message": message, "settings": settings, "model": model, "history": history, "filter": filter, "as_user": as_user, "stream": True}, options=options))

    async def get_models(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.TrialModels:
        """Get the models for trials of an agent.

        An administrator of the service sets them up.

        `GET /v1/agents/{id}/trials`
        """
        answer_: models.TrialModels = await self._client.send(Call("GET", at("/v1/agents/{}/trials", id), options=options), models.TrialModels)
        return answer_


class AsyncUploadsResource(AsyncResource):
    async def delete(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a resumable upload.

        Deletes what has arrived. A source that was made of it stays.

        `DELETE /v1/uploads/{id}`
        """
        await self._client.send(Call("DELETE", at("/v1/uploads/{}", id), options=options), None)

    async def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Upload:
        """Get a resumable upload.

        How much of it has arrived, and its source. Clients of the tus protocol begin one at `POST /v1/uploads`. Only the key that began it sees it.

        `GET /v1/uploads/{id}`
        """
        answer_: models.Upload = await self._client.send(Call("GET", at("/v1/uploads/{}", id), options=options), models.Upload)
        return answer_


class AsyncUsageResource(AsyncResource):
    async def get(
        self,
        *,
        from_: Union[str, Omit] = OMIT,
        to: Union[str, Omit] = OMIT,
        group_by: Union[List[Literal["day", "key"]], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.UsageReport:
        """Get usage.

        By day, by key or both. Requests of the last ten seconds on other nodes may be missing.

        `GET /v1/usage`

        Args:
            from_: The first day. Defaults to 29 days before `to`.
            to: The last day. Defaults to today.
            group_by: Defaults to `day`. Repeat it for both: `group_by=day&group_by=key`.
        """
        answer_: models.UsageReport = await self._client.send(Call("GET", "/v1/usage", query={"from": from_, "to": to, "group_by": group_by}, options=options), models.UsageReport)
        return answer_


class AsyncWebhooksResource(AsyncResource):
    async def create(
        self,
        *,
        url: str,
        events: Union[Union[List[Literal["source.indexed", "source.failed", "source.deleted", "connector.failed", "agent.created", "agent.updated", "agent.published", "agent.deleted", "conversation.started", "conversation.updated", "conversation.handover", "conversation.handover_updated", "message.feedback", "message.verdict", "budget.warning", "budget.exceeded", "key.created", "key.revoked", "webhook.test"]], None], Omit] = OMIT,
        description: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.WebhookWithSecret:
        """Create a webhook.

        Only this answer shows its secret.

        `POST /v1/webhooks`

        Args:
            url: An http or https URL with a public address.
            events: Defaults to all.
            description: What it is for, in your words.
        """
        answer_: models.WebhookWithSecret = await self._client.send(Call("POST", "/v1/webhooks", json={"url": url, "events": events, "description": description}, options=options), models.WebhookWithSecret)
        return answer_

    async def delete(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> None:
        """Delete a webhook and its deliveries.

        At once and for good. Deliveries that wait are not sent.

        `DELETE /v1/webhooks/{id}`
        """
        await self._client.send(Call("DELETE", at("/v1/webhooks/{}", id), options=options), None)

    async def get(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Webhook:
        """Get a webhook.

        Without its secret, which only the answers to creating and rotating show.

        `GET /v1/webhooks/{id}`
        """
        answer_: models.Webhook = await self._client.send(Call("GET", at("/v1/webhooks/{}", id), options=options), models.Webhook)
        return answer_

    async def get_delivery(
        self,
        id: str,
        delivery_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.DeliveryWithPayload:
        """Get a delivery with its payload.

        The body as it was sent, and the result of each attempt.

        `GET /v1/webhooks/{id}/deliveries/{delivery_id}`
        """
        answer_: models.DeliveryWithPayload = await self._client.send(Call("GET", at("/v1/webhooks/{}/deliveries/{}", id, delivery_id), options=options), models.DeliveryWithPayload)
        return answer_

    def list(
        self,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.Webhook]:
        """List webhooks.

        Newest first.

        `GET /v1/webhooks`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
        """
        return self._client.pages(Call("GET", "/v1/webhooks", query={"limit": limit, "cursor": cursor}, options=options), models.Webhook)

    def list_deliveries(
        self,
        id: str,
        *,
        limit: Union[int, Omit] = OMIT,
        cursor: Union[str, Omit] = OMIT,
        status: Union[Literal["pending", "delivered", "failed"], Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> AsyncPages[models.Delivery]:
        """List the deliveries of a webhook.

        Newest first.

        `GET /v1/webhooks/{id}/deliveries`

        Args:
            limit: The most items on a page. Defaults to `20`.
            cursor: `next_cursor` of the previous page. Empty or absent for the first page.
            status: Only deliveries with this status.
        """
        return self._client.pages(Call("GET", at("/v1/webhooks/{}/deliveries", id), query={"limit": limit, "cursor": cursor, "status": status}, options=options), models.Delivery)

    async def retry_delivery(
        self,
        id: str,
        delivery_id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.DeliveryWithPayload:
        """Retry a delivery now.

        A delivery that has succeeded or failed starts over, with the same `webhook-id`. A pending one is attempted without waiting.

        `POST /v1/webhooks/{id}/deliveries/{delivery_id}/retry`
        """
        answer_: models.DeliveryWithPayload = await self._client.send(Call("POST", at("/v1/webhooks/{}/deliveries/{}/retry", id, delivery_id), options=options), models.DeliveryWithPayload)
        return answer_

    async def rotate_secret(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.WebhookWithSecret:
        """Rotate a webhook's secret.

        For 24 hours, deliveries are signed with both the old and the new secret.

        `POST /v1/webhooks/{id}/rotate-secret`
        """
        answer_: models.WebhookWithSecret = await self._client.send(Call("POST", at("/v1/webhooks/{}/rotate-secret", id), options=options), models.WebhookWithSecret)
        return answer_

    async def test(
        self,
        id: str,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.DeliveryWithPayload:
        """Send a test event to a webhook.

        Sends an event `webhook.test` to this webhook only, whatever event types it receives.

        `POST /v1/webhooks/{id}/test`
        """
        answer_: models.DeliveryWithPayload = await self._client.send(Call("POST", at("/v1/webhooks/{}/test", id), options=options), models.DeliveryWithPayload)
        return answer_

    async def update(
        self,
        id: str,
        *,
        url: Union[str, Omit] = OMIT,
        events: Union[Union[List[Literal["source.indexed", "source.failed", "source.deleted", "connector.failed", "agent.created", "agent.updated", "agent.published", "agent.deleted", "conversation.started", "conversation.updated", "conversation.handover", "conversation.handover_updated", "message.feedback", "message.verdict", "budget.warning", "budget.exceeded", "key.created", "key.revoked", "webhook.test"]], None], Omit] = OMIT,
        description: Union[str, Omit] = OMIT,
        enabled: Union[bool, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Webhook:
        """Update a webhook.

        Changes only the fields that you send.

        `PATCH /v1/webhooks/{id}`

        Args:
            url: An http or https URL with a public address.
            events: Null means all events.
            description: What it is for, in your words.
            enabled: `false` fails pending deliveries; `true` clears the failures.
        """
        answer_: models.Webhook = await self._client.send(Call("PATCH", at("/v1/webhooks/{}", id), json={"url": url, "events": events, "description": description, "enabled": enabled}, options=options), models.Webhook)
        return answer_


class AsyncWorkspaceResource(AsyncResource):
    async def export(
        self,
        *,
        what: Literal["conversations", "sources", "audit_log"],
        options: Optional[RequestOptions] = None,
    ) -> str:
        """Export conversations, sources or the audit log.

        One JSON object per line: conversations with their messages, sources as the list shows them, or audit log entries. An export that breaks off ends without the last chunk.

        `GET /v1/export`

        Args:
            what: What to export.
        """
        return await self._client.send_for_text(Call("GET", "/v1/export", query={"what": what}, options=options))

    async def get(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Workspace:
        """Get the workspace.

        The workspace of the key, or the one that your browser shows.

        `GET /v1/workspace`
        """
        answer_: models.Workspace = await self._client.send(Call("GET", "/v1/workspace", options=options), models.Workspace)
        return answer_

    async def get_configuration(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> models.Configuration:
        """Get the configuration of the installation.

        The models that are set up, and the limits that forms need to know.

        `GET /v1/configuration`
        """
        answer_: models.Configuration = await self._client.send(Call("GET", "/v1/configuration", options=options), models.Configuration)
        return answer_

    async def list_models(
        self,
        *,
        options: Optional[RequestOptions] = None,
    ) -> List[models.ModelState]:
        """List the models of the installation.

        Those that are set up and those that are not, with their state.

        `GET /v1/configuration/models`
        """
        answer_: List[models.ModelState] = await self._client.send(Call("GET", "/v1/configuration/models", options=options), List[models.ModelState])
        return answer_

    async def test_model(
        self,
        *,
        role: Literal["embedding", "deep", "reranker", "chat", "fallback"],
        options: Optional[RequestOptions] = None,
    ) -> models.ModelTest:
        """Test a model.

        Sends it one small request, which its provider may bill, and says how long it took or what is wrong. At most 10 a minute in a workspace.

        `POST /v1/configuration/models/test`

        Args:
            role: The model to test.
        """
        answer_: models.ModelTest = await self._client.send(Call("POST", "/v1/configuration/models/test", json={"role": role}, options=options), models.ModelTest)
        return answer_

    async def update(
        self,
        *,
        name: Union[str, Omit] = OMIT,
        members_may_publish: Union[bool, Omit] = OMIT,
        token_budget: Union[params.ChangeTokenBudget, Omit] = OMIT,
        options: Optional[RequestOptions] = None,
    ) -> models.Workspace:
        """Update the workspace.

        Changes its settings in this environment. Fields that you leave out stay as they are.

        `PATCH /v1/workspace`

        Args:
            name: What people call it, on one line. Names need not be unique.
            members_may_publish: Existing tokens stay valid if you turn it off.
        """
        answer_: models.Workspace = await self._client.send(Call("PATCH", "/v1/workspace", json={"name": name, "members_may_publish": members_may_publish, "token_budget": token_budget}, options=options), models.Workspace)
        return answer_

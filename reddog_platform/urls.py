"""Every path of the platform."""

from django.urls import path

from approvals.api.exclusion_list import ExclusionListView
from approvals.api.presence import FactorChallengeView
from approvals.api.proposals import ApprovalView, ProposalsView, ProposalView, RejectionView
from audit.api.announcements import AnnouncementsView
from audit.api.bundles import EntryBundleView, EventBundleView
from audit.api.epochs import CurrentEpochView, OpenEpochView
from audit.api.events import EventsView
from audit.api.log import RecordView, TrustView
from audit.api.player_keys import KeyEndView, MyChainView
from audit.api.published_log import (
    CheckpointSizesView,
    CheckpointView,
    ConsistencyProofView,
    InclusionProofView,
    KeysView,
    SignedCheckpointView,
    TileView,
)
from audit.api.records import RecordsView
from audit.api.release import ReleaseChecksView, ReleaseView
from casework.api.act_reviews import ActReviewDecisionView, ActReviewDetailView, ActReviewsView
from casework.api.cases import CaseAssignmentView, CaseClosingView, CaseDetailView, CasesView
from casework.api.disputes import DisputeAnswerView, DisputeDetailView, DisputeEvidenceView, DisputesView
from casework.api.my_disputes import HandDisputesView, MyDisputesView, RoundDisputesView
from casework.api.notes import NotesView
from casework.api.seat_reports import SeatReportsView
from cashier.api.adjustments import AdjustmentsView
from cashier.api.deposits import DepositsView, DepositView
from cashier.api.methods import PaymentMethodsView
from cashier.api.operators import OperatorPaymentView, PaymentReviewView, PaymentsView
from cashier.api.withdrawals import WithdrawalCancellationView, WithdrawalsView, WithdrawalView
from games.api.all_rounds import AllRoundsView
from games.api.games import GamesView, GameView
from games.api.par_sheet import ParSheetView
from games.api.player_rounds import AnyRoundView, PlayerRoundsView
from games.api.rounds import ActView, DealView, HistoryView, OpenRoundView, RoundReceiptsView, RoundView
from games.api.rules import RulesView
from players.api.consents import ConsentsView
from players.api.documents import DocumentsView, DocumentView
from players.api.events import PlayerEventsView
from players.api.inbox import InboxReadsView, InboxView
from players.api.me import PinView
from players.api.my_keys import MyKeysView
from players.api.my_sessions import MySessionsView, MySessionView
from players.api.operators import PlayersView
from players.api.passkeys import PasskeyOffersView, PasskeyRemovalView, PlayerPasskeysView
from players.api.passwords import LoginUnlockView, PasswordResetView, PasswordView
from players.api.person_reviews import PersonReviewsView
from players.api.person_searches import PersonSearchesView
from players.api.player import IdentityView
from players.api.player_records import PlayerRecordsView
from players.api.player_searches import PlayerSearchesView
from players.api.player_sessions import PlayerSessionsView
from players.api.second_factor import ConfirmationView, RemovalView, SecondFactorView
from players.api.sessions import LoginView, LogoutView, UnlockView
from players.api.statement import PlayerStatementView
from players.api.status import ClosureView, PlayerStatusView
from players.api.verification import PlayerVerificationView, VerificationView
from reddog_platform.api.cells import CellsView
from reddog_platform.api.docs import DocsView
from reddog_platform.api.erasure import ErasureRequestView
from reddog_platform.api.health import HealthView
from reddog_platform.api.openapi import OpenApiView
from reddog_platform.api.personal_data import DataView, ErasureView, PlayerDataView
from reports.api.definitions import DefinitionsView
from reports.api.figures import FiguresView
from reports.api.filings import DeliveryView, FileView, FilingsView, FilingView
from reports.api.orders import CancellationView, OrdersView, OrderView
from responsible_gaming.api.account_status import MeView, PlayerView
from responsible_gaming.api.bet_limit import BetLimitLooseningConfirmationView, BetLimitLooseningView, BetLimitView
from responsible_gaming.api.exclusion import ExclusionView, ReturnView
from responsible_gaming.api.limits import LimitLooseningConfirmationView, LimitLooseningView, LimitsView, LimitView
from responsible_gaming.api.markers import MarkersView, PlayerMarkersView
from responsible_gaming.api.operator_exclusion import OperatorExclusionView
from responsible_gaming.api.operator_limits import OperatorLimitView, PlayerLimitsView
from responsible_gaming.api.own_profile import ProfileView
from responsible_gaming.api.register import RegisterView
from responsible_gaming.api.session import RealityCheckView, SessionSummaryView
from responsible_gaming.queries.exclusions import excluded_among
from staff.api.enrolments import EnrolmentSecondFactorView, EnrolmentView
from staff.api.factors import PasskeysView, RecoveryCodesView, StaffPasswordView, TotpView
from staff.api.members import StaffRolesView, StaffStatusView, StaffView
from staff.api.sessions import StaffLoginView, StaffSecondFactorView, StaffSessionView
from tables.api.burnt import BurntCountsView, BurntHandsView
from tables.api.in_hand import ActionsView, DeparturesView, MarksView
from tables.api.my_stakes import MyStakesView
from tables.api.operators import (
    InvitationsView,
    InvitationView,
    OperatorTablesView,
    OperatorTableView,
    TableStatusView,
)
from tables.api.pairs import PairsView
from tables.api.play import RevealsView, StakesView, StakeWithdrawalsView
from tables.api.player_stakes import PlayerStakesView
from tables.api.switches import SwitchesView, SwitchView
from tables.api.tables import HandsView, HandView, TableEventsView, TablesView, TableView
from wallet.api.grants import GrantView
from wallet.api.wallet import StatementView, WalletView
from web.urls import urlpatterns as pages

_V1 = "api/v1/"

urlpatterns = [
    path(_V1 + "games/<str:game>/rounds", DealView.as_view()),
    path(_V1 + "rounds/<str:round_id>/actions", ActView.as_view()),
    path(_V1 + "players", RegisterView.as_view()),
    path(_V1 + "documents", DocumentsView.as_view()),
    path(_V1 + "documents/<str:kind>", DocumentView.as_view()),
    path(_V1 + "sessions", LoginView.as_view(excluded=excluded_among)),
    path(_V1 + "sessions/current", LogoutView.as_view()),
    path(_V1 + "sessions/current/unlocks", UnlockView.as_view()),
    path(_V1 + "login-unlocks", LoginUnlockView.as_view()),
    path(_V1 + "password-resets", PasswordResetView.as_view()),
    path(_V1 + "me", MeView.as_view()),
    path(_V1 + "me/chain", MyChainView.as_view()),
    path(_V1 + "me/keys", MyKeysView.as_view()),
    path(_V1 + "me/keys/<str:kid>/end", KeyEndView.as_view()),
    path(_V1 + "me/pin", PinView.as_view()),
    path(_V1 + "me/data", DataView.as_view()),
    path(_V1 + "me/profile", ProfileView.as_view()),
    path(_V1 + "me/erasure-request", ErasureRequestView.as_view()),
    path(_V1 + "me/consents", ConsentsView.as_view()),
    path(_V1 + "me/verification", VerificationView.as_view()),
    path(_V1 + "me/closure", ClosureView.as_view()),
    path(_V1 + "me/password", PasswordView.as_view()),
    path(_V1 + "me/passkeys", PlayerPasskeysView.as_view()),
    path(_V1 + "me/passkeys/<str:passkey_id>/removal", PasskeyRemovalView.as_view()),
    path(_V1 + "me/passkey-offers", PasskeyOffersView.as_view()),
    path(_V1 + "me/second-factor", SecondFactorView.as_view()),
    path(_V1 + "me/second-factor/confirmation", ConfirmationView.as_view()),
    path(_V1 + "me/second-factor/removal", RemovalView.as_view()),
    path(_V1 + "me/sessions", MySessionsView.as_view()),
    path(_V1 + "me/sessions/<str:session_id>", MySessionView.as_view()),
    path(_V1 + "me/inbox", InboxView.as_view()),
    path(_V1 + "me/inbox/reads", InboxReadsView.as_view()),
    path(_V1 + "me/bet-limit", BetLimitView.as_view()),
    path(_V1 + "me/bet-limit/loosening", BetLimitLooseningView.as_view()),
    path(_V1 + "me/bet-limit/loosening/confirmation", BetLimitLooseningConfirmationView.as_view()),
    path(_V1 + "me/limits", LimitsView.as_view()),
    path(_V1 + "me/limits/<str:name>", LimitView.as_view()),
    path(_V1 + "me/limits/<str:name>/loosening", LimitLooseningView.as_view()),
    path(_V1 + "me/limits/<str:name>/loosening/confirmation", LimitLooseningConfirmationView.as_view()),
    path(_V1 + "me/exclusion", ExclusionView.as_view()),
    path(_V1 + "me/exclusion/return", ReturnView.as_view()),
    path(_V1 + "me/session", SessionSummaryView.as_view()),
    path(_V1 + "me/session/reality-check", RealityCheckView.as_view()),
    path(_V1 + "wallet", WalletView.as_view()),
    path(_V1 + "wallet/statement", StatementView.as_view()),
    path(_V1 + "payment-methods", PaymentMethodsView.as_view()),
    path(_V1 + "deposits", DepositsView.as_view()),
    path(_V1 + "deposits/<str:payment_id>", DepositView.as_view()),
    path(_V1 + "withdrawals", WithdrawalsView.as_view()),
    path(_V1 + "withdrawals/<str:payment_id>", WithdrawalView.as_view()),
    path(_V1 + "withdrawals/<str:payment_id>/cancellation", WithdrawalCancellationView.as_view()),
    path(_V1 + "games", GamesView.as_view()),
    path(_V1 + "games/<str:game>", GameView.as_view()),
    path(_V1 + "games/<str:game>/rules", RulesView.as_view()),
    path(_V1 + "games/<str:game>/par-sheet", ParSheetView.as_view()),
    path(_V1 + "epochs", OpenEpochView.as_view()),
    path(_V1 + "epochs/current", CurrentEpochView.as_view()),
    path(_V1 + "rounds", HistoryView.as_view()),
    path(_V1 + "rounds/open", OpenRoundView.as_view()),
    path(_V1 + "rounds/<str:round_id>", RoundView.as_view()),
    path(_V1 + "rounds/<str:round_id>/receipts", RoundReceiptsView.as_view()),
    path(_V1 + "rounds/<str:round_id>/disputes", RoundDisputesView.as_view()),
    path(_V1 + "me/disputes", MyDisputesView.as_view()),
    path(_V1 + "records", RecordsView.as_view()),
    path(_V1 + "records/<int:seq>", RecordView.as_view()),
    path(_V1 + "tables", TablesView.as_view()),
    path(_V1 + "tables/<str:table_id>", TableView.as_view()),
    path(_V1 + "tables/<str:table_id>/stakes", StakesView.as_view()),
    path(_V1 + "tables/<str:table_id>/withdrawals", StakeWithdrawalsView.as_view()),
    path(_V1 + "tables/<str:table_id>/reveals", RevealsView.as_view()),
    path(_V1 + "tables/<str:table_id>/actions", ActionsView.as_view()),
    path(_V1 + "tables/<str:table_id>/marks", MarksView.as_view()),
    path(_V1 + "tables/<str:table_id>/departures", DeparturesView.as_view()),
    path(_V1 + "tables/<str:table_id>/reports", SeatReportsView.as_view()),
    path(_V1 + "tables/<str:table_id>/events", TableEventsView.as_view()),
    path(_V1 + "tables/<str:table_id>/hands", HandsView.as_view()),
    path(_V1 + "tables/<str:table_id>/hands/<str:epoch>", HandView.as_view()),
    path(_V1 + "tables/<str:table_id>/hands/<str:epoch>/disputes", HandDisputesView.as_view()),
    path(_V1 + "tables/<str:table_id>/burnt-hands", BurntHandsView.as_view()),
    path(_V1 + "me/stakes", MyStakesView.as_view()),
    path(_V1 + "log/checkpoint", CheckpointView.as_view()),
    path(_V1 + "log/checkpoints", CheckpointSizesView.as_view()),
    path(_V1 + "log/checkpoints/<str:size>", SignedCheckpointView.as_view()),
    path(_V1 + "log/tile/entries/<path:number>", EntryBundleView.as_view()),
    path(_V1 + "log/events/<path:number>", EventBundleView.as_view()),
    path(_V1 + "log/keys", KeysView.as_view()),
    path(_V1 + "log/tile/<str:level>/<path:number>", TileView.as_view()),
    path(_V1 + "log/proof/<str:leaf>.tlog-proof", InclusionProofView.as_view()),
    path(_V1 + "log/consistency/<str:from_size>/<str:to_size>", ConsistencyProofView.as_view()),
    path(_V1 + "log/trust", TrustView.as_view()),
    path(_V1 + "log/announcements/<str:record_type>", AnnouncementsView.as_view()),
    path(_V1 + "ops/sessions", StaffLoginView.as_view()),
    path(_V1 + "ops/sessions/second-factor", StaffSecondFactorView.as_view()),
    path(_V1 + "ops/sessions/current", StaffSessionView.as_view()),
    path(_V1 + "ops/enrolments", EnrolmentView.as_view()),
    path(_V1 + "ops/enrolments/second-factor", EnrolmentSecondFactorView.as_view()),
    path(_V1 + "ops/password", StaffPasswordView.as_view()),
    path(_V1 + "ops/factors/totp", TotpView.as_view()),
    path(_V1 + "ops/factors/passkeys", PasskeysView.as_view()),
    path(_V1 + "ops/factors/recovery-codes", RecoveryCodesView.as_view()),
    path(_V1 + "ops/staff", StaffView.as_view()),
    path(_V1 + "ops/staff/<str:username>/status", StaffStatusView.as_view()),
    path(_V1 + "ops/staff/<str:username>/roles", StaffRolesView.as_view()),
    path(_V1 + "ops/events", EventsView.as_view()),
    path(_V1 + "ops/health", HealthView.as_view()),
    path(_V1 + "ops/cells", CellsView.as_view()),
    path(_V1 + "ops/release", ReleaseView.as_view()),
    path(_V1 + "ops/release/checks", ReleaseChecksView.as_view()),
    path(_V1 + "ops/players", PlayersView.as_view()),
    path(_V1 + "ops/player-searches", PlayerSearchesView.as_view()),
    path(_V1 + "ops/person-searches", PersonSearchesView.as_view()),
    path(_V1 + "ops/players/<str:player_id>", PlayerView.as_view()),
    path(_V1 + "ops/players/<str:player_id>/identity", IdentityView.as_view()),
    path(_V1 + "ops/players/<str:player_id>/verification", PlayerVerificationView.as_view()),
    path(_V1 + "ops/players/<str:player_id>/events", PlayerEventsView.as_view()),
    path(_V1 + "ops/players/<str:player_id>/statement", PlayerStatementView.as_view()),
    path(_V1 + "ops/players/<str:player_id>/rounds", PlayerRoundsView.as_view()),
    path(_V1 + "ops/players/<str:player_id>/stakes", PlayerStakesView.as_view()),
    path(_V1 + "ops/players/<str:player_id>/records", PlayerRecordsView.as_view()),
    path(_V1 + "ops/rounds", AllRoundsView.as_view()),
    path(_V1 + "ops/rounds/<str:round_id>", AnyRoundView.as_view()),
    path(_V1 + "ops/players/<str:player_id>/grants", GrantView.as_view()),
    path(_V1 + "ops/players/<str:player_id>/adjustments", AdjustmentsView.as_view()),
    path(_V1 + "ops/players/<str:player_id>/status", PlayerStatusView.as_view()),
    path(_V1 + "ops/players/<str:player_id>/sessions", PlayerSessionsView.as_view()),
    path(_V1 + "ops/players/<str:player_id>/data", PlayerDataView.as_view()),
    path(_V1 + "ops/players/<str:player_id>/erasure", ErasureView.as_view()),
    path(_V1 + "ops/players/<str:player_id>/notes", NotesView.as_view()),
    path(_V1 + "ops/disputes", DisputesView.as_view()),
    path(_V1 + "ops/disputes/<str:dispute_id>", DisputeDetailView.as_view()),
    path(_V1 + "ops/disputes/<str:dispute_id>/evidence", DisputeEvidenceView.as_view()),
    path(_V1 + "ops/disputes/<str:dispute_id>/answer", DisputeAnswerView.as_view()),
    path(_V1 + "ops/act-reviews", ActReviewsView.as_view()),
    path(_V1 + "ops/act-reviews/<str:review_id>", ActReviewDetailView.as_view()),
    path(_V1 + "ops/act-reviews/<str:review_id>/decision", ActReviewDecisionView.as_view()),
    path(_V1 + "ops/cases", CasesView.as_view()),
    path(_V1 + "ops/cases/<str:case_id>", CaseDetailView.as_view()),
    path(_V1 + "ops/cases/<str:case_id>/assignment", CaseAssignmentView.as_view()),
    path(_V1 + "ops/cases/<str:case_id>/closing", CaseClosingView.as_view()),
    path(_V1 + "ops/tables", OperatorTablesView.as_view()),
    path(_V1 + "ops/tables/burnt-hands", BurntCountsView.as_view()),
    path(_V1 + "ops/tables/<str:table_id>", OperatorTableView.as_view()),
    path(_V1 + "ops/tables/<str:table_id>/pairs", PairsView.as_view()),
    path(_V1 + "ops/tables/<str:table_id>/status", TableStatusView.as_view()),
    path(_V1 + "ops/tables/<str:table_id>/invitations", InvitationsView.as_view()),
    path(_V1 + "ops/tables/<str:table_id>/invitations/<str:player_id>", InvitationView.as_view()),
    path(_V1 + "ops/switches", SwitchesView.as_view()),
    path(_V1 + "ops/switches/<str:switch>", SwitchView.as_view()),
    path(_V1 + "ops/person-reviews", PersonReviewsView.as_view()),
    path(_V1 + "ops/markers", MarkersView.as_view()),
    path(_V1 + "ops/players/<str:player_id>/markers", PlayerMarkersView.as_view()),
    path(_V1 + "ops/players/<str:player_id>/limits", PlayerLimitsView.as_view()),
    path(_V1 + "ops/players/<str:player_id>/limits/<str:name>", OperatorLimitView.as_view()),
    path(_V1 + "ops/players/<str:player_id>/exclusion", OperatorExclusionView.as_view()),
    path(_V1 + "ops/exclusion-list", ExclusionListView.as_view()),
    path(_V1 + "ops/factor-challenges", FactorChallengeView.as_view()),
    path(_V1 + "ops/proposals", ProposalsView.as_view()),
    path(_V1 + "ops/proposals/<str:proposal_id>", ProposalView.as_view()),
    path(_V1 + "ops/proposals/<str:proposal_id>/approval", ApprovalView.as_view()),
    path(_V1 + "ops/proposals/<str:proposal_id>/rejection", RejectionView.as_view()),
    path(_V1 + "ops/payments", PaymentsView.as_view()),
    path(_V1 + "ops/payments/<str:payment_id>", OperatorPaymentView.as_view()),
    path(_V1 + "ops/payments/<str:payment_id>/review", PaymentReviewView.as_view()),
    path(_V1 + "ops/figures", FiguresView.as_view()),
    path(_V1 + "ops/reports", FilingsView.as_view()),
    path(_V1 + "ops/reports/definitions", DefinitionsView.as_view()),
    path(_V1 + "ops/reports/orders", OrdersView.as_view()),
    path(_V1 + "ops/reports/orders/<str:order_id>", OrderView.as_view()),
    path(_V1 + "ops/reports/orders/<str:order_id>/cancellation", CancellationView.as_view()),
    path(_V1 + "ops/reports/<str:filing_id>", FilingView.as_view()),
    path(_V1 + "ops/reports/<str:filing_id>/files/<str:file_format>", FileView.as_view()),
    path(_V1 + "ops/reports/<str:filing_id>/deliveries/<str:destination>", DeliveryView.as_view()),
    path(_V1 + "openapi.json", OpenApiView.as_view()),
    path("api/docs", DocsView.as_view()),
    *pages,
]

handler400 = "reddog_platform.problems.bad_request"
handler404 = "reddog_platform.problems.not_found"
handler500 = "reddog_platform.problems.server_error"

import type { messages as en } from "./messages.en.ts";

export const messages: Readonly<Record<keyof typeof en, string>> = {
  "dormancy-near": "アカウントがまもなく休眠になります",
  "dormancy-near.text":
    "アカウントが長い間使われていません。30日以内にログインしない場合、アカウントは休眠になります。残高はお客様のものですが、次にプレイする前に本人確認が必要になることがあります。",
  "erasure-requested": "消去の申し出",
  "erasure-requested.text":
    "個人情報の消去が申し出られました。お心当たりがない場合は、すぐにパスワードを変更し、サポートにご連絡ください。",
  "log-in-guarded": "ログインのロック",
  "log-in-guarded.text":
    "アカウントへのログインが多くの場所から何度も失敗しました。ロックを解除するまで、これまでに使った端末からのみログインできます。お心当たりがない場合は、すぐにパスワードを変更し、サポートにご連絡ください。",
  "log-in-locked": "ログインのロック",
  "log-in-locked.text":
    "アカウントへのログインが何度か失敗したため、その接続元をロックしました。お心当たりがない場合は、すぐにパスワードを変更し、サポートにご連絡ください。",
  "log-in-unlocked": "ログインのロック解除",
  "log-in-unlocked.text":
    "アカウントへのログインのロックが解除されました。お心当たりがない場合は、すぐにパスワードを変更し、サポートにご連絡ください。",
  "passkey-added": "パスキーの追加",
  "passkey-added.text":
    "アカウントにパスキーが追加されました。お心当たりがない場合は、すぐにパスワードを変更し、サポートにご連絡ください。",
  "passkey-removed": "パスキーの削除",
  "passkey-removed.text":
    "アカウントのパスキーが削除されました。お心当たりがない場合は、すぐにパスワードを変更し、サポートにご連絡ください。",
  "password-changed": "パスワードの変更",
  "password-changed.text":
    "アカウントのパスワードが変更されました。お心当たりがない場合は、すぐにパスワードを変更し、サポートにご連絡ください。",
  "password-reset": "パスワードの再設定",
  "password-reset.text":
    "アカウントのパスワードが再設定され、すべてのセッションが終了しました。お心当たりがない場合は、すぐにパスワードを変更し、サポートにご連絡ください。",
  "pin-changed": "PINの変更",
  "pin-changed.text":
    "アカウントのPINが変更されました。お心当たりがない場合は、すぐにパスワードを変更し、サポートにご連絡ください。",
  "pin-locked": "PINのロック",
  "pin-locked.text":
    "PINが5回続けて間違って入力されたため、ロックしました。パスワードで新しいPINを設定できます。お心当たりがない場合は、すぐにパスワードを変更し、サポートにご連絡ください。",
  "pin-set": "PINの設定",
  "pin-set.text":
    "アカウントのPINが設定されました。お心当たりがない場合は、すぐにパスワードを変更し、サポートにご連絡ください。",
  "player-data-released": "個人データの写しの提供",
  "player-data-released.text":
    "アカウントの個人データの写しが渡されました。お心当たりがない場合は、サポートにご連絡ください。",
  "player-status": "アカウントの状態の変更",
  "player-status.text":
    "アカウントの状態が変更されました。ログインして確認してください。お心当たりがない場合は、サポートにご連絡ください。",
  "player-verification": "本人確認",
  "player-verification.text":
    "本人確認の結果が出ました。ログインして確認してください。お心当たりがない場合は、サポートにご連絡ください。",
  "profile-changed": "個人情報の変更",
  "profile-changed.text":
    "アカウントの個人情報が変更されました。ログインして確認してください。お心当たりがない場合は、すぐにパスワードを変更し、サポートにご連絡ください。",
  "recovery-code-used": "リカバリーコードの使用",
  "recovery-code-used.text":
    "認証アプリの代わりにアカウントのリカバリーコードが使われました。お心当たりがない場合は、すぐにパスワードを変更し、サポートにご連絡ください。",
  "reset-token-issued": "スタッフによるパスワード再設定用トークンの発行",
  "reset-token-issued.text":
    "アカウントのパスワードを再設定できるトークンをスタッフが発行しました。ご依頼になっていない場合は、すぐにサポートにご連絡ください。",
  "second-factor-enrolled": "二要素認証の追加",
  "second-factor-enrolled.text":
    "アカウントに認証アプリが追加されました。お心当たりがない場合は、すぐにパスワードを変更し、サポートにご連絡ください。",
  "second-factor-locked": "二要素認証のロック",
  "second-factor-locked.text":
    "アカウントの正しいパスワードとともに間違ったコードが入力されたため、二要素認証をロックしました。お心当たりがない場合は、すぐにパスワードを変更し、サポートにご連絡ください。",
  "second-factor-removed": "二要素認証の解除",
  "second-factor-removed.text":
    "アカウントの認証アプリとリカバリーコードが解除されました。お心当たりがない場合は、すぐにパスワードを変更し、サポートにご連絡ください。",
  "sessions-ended": "セッションの終了",
  "sessions-ended.text": "アカウントのセッションが終了されました。お心当たりがない場合は、サポートにご連絡ください。",
  "exclusion-lifted": "利用停止の終了",
  "exclusion-lifted.text":
    "アカウントの利用停止が終了し、再びプレイできます。お心当たりがない場合は、すぐにパスワードを変更し、サポートにご連絡ください。",
  "exclusion-return-asked": "復帰の申し出",
  "exclusion-return-asked.text":
    "利用停止の終了が申し出られました。待機期間の後、確認すると終了します。お心当たりがない場合は、すぐにパスワードを変更し、サポートにご連絡ください。",
  "exclusion-set": "ゲームの利用停止",
  "exclusion-set.text":
    "アカウントによるゲームの利用が停止されています。期間はログインして確認してください。残高はお客様のもので、出金できます。",
  "limit-loosened": "上限の緩和",
  "limit-loosened.text":
    "アカウントの上限が緩められました。お心当たりがない場合は、すぐにパスワードを変更し、サポートにご連絡ください。",
  "limit-loosening-asked": "上限の緩和の申し込み",
  "limit-loosening-asked.text":
    "上限を緩める変更が申し込まれました。待機期間があり、確認した後に有効になります。お心当たりがない場合は、すぐにパスワードを変更し、サポートにご連絡ください。",
  "limit-loosening-cancelled": "上限の緩和の取り消し",
  "limit-loosening-cancelled.text": "上限を緩める申し込みが取り消されました。上限はそのままです。",
  "limit-set-by-operator": "スタッフによる上限の変更",
  "limit-set-by-operator.text":
    "スタッフがアカウントの上限を設定、変更、または終了しました。現在有効な上限はログインして確認してください。",
  "limit-tightened": "上限の引き下げ",
  "limit-tightened.text": "アカウントの上限が厳しくなり、すでに有効です。",
  "limits-recounted": "上限の数え直し",
  "limits-recounted.text": "上限を数える日、週、月の区切りが変わりました。ログインして確認してください。",
  "balance-adjusted": "残高の調整",
  "balance-adjusted.text": "オペレーターが残高を調整しました。金額と理由はアカウントの取引明細にあります。",
  "deposits-blocked": "入金の停止",
  "deposits-blocked.text":
    "アカウントへの入金が何度か失敗したため、現在入金を受け付けていません。お心当たりがない場合は、すぐにパスワードを変更し、サポートにご連絡ください。",
  "deposits-unblocked": "入金の再開",
  "deposits-unblocked.text": "アカウントへの入金を再び受け付けます。",
  "payment-decided": "入出金の決定",
  "payment-decided.text": "スタッフがアカウントの入出金について決定しました。ログインして確認してください。",
  "withdrawal-cancelled": "出金の取り消し",
  "withdrawal-cancelled.text":
    "出金が取り消され、お金はアカウントに戻りました。お心当たりがない場合は、すぐにパスワードを変更し、サポートにご連絡ください。",
  "withdrawal-requested": "出金の申し込み",
  "withdrawal-requested.text":
    "アカウントからの出金が申し込まれました。ログインして確認してください。お心当たりがない場合は、すぐにパスワードを変更し、サポートにご連絡ください。",
  "withdrawal-returned": "出金の払い戻し",
  "withdrawal-returned.text": "出金は支払われず、お金はアカウントに戻りました。",
  "round-voided": "ラウンドの無効",
  "round-voided.text": "進行中だったラウンドが無効になり、賭け金はお客様に払い戻されました。",
  "stake-given-back": "賭け金の払い戻し",
  "stake-given-back.text":
    "テーブルに置かれた賭け金が払い戻されました。ハンドもしくはゲームが無効になったか、そのテーブルで賭けが受け付けられないためです。",
  "table-invitation-taken-back": "招待の取り消し",
  "table-invitation-taken-back.text": "テーブルへの招待が取り消されました。すでに置かれた賭けはそのままです。",
  "table-invited": "テーブルへの招待",
  "table-invited.text": "新たに一つのテーブルに着席できるようになりました。",
  "dispute-answered": "異議への回答",
  "dispute-answered.text": "異議に回答しました。回答はアカウントの異議のページにあります。",
  "dispute-opened": "異議の受け付け",
  "dispute-opened.text": "異議を受け付けました。回答の期限はアカウントに表示されます。",
  "commitment-replaced": "コミットメントの差し替え",
  "commitment-replaced.text":
    "以前のものが使えなかったため、次のラウンドのシードのコミットメントを差し替えました。それを使ったラウンドはありません。理由はログを検証するプログラムで確認できます。",
  "player-key-added": "鍵の追加",
  "player-key-added.text":
    "アカウントに署名用の鍵が追加されました。お心当たりがない場合は、すぐにサポートにご連絡ください。",
  "player-key-ended": "鍵の終了",
  "player-key-ended.text":
    "アカウントの署名用の鍵が終了しました。お心当たりがない場合は、すぐにサポートにご連絡ください。",
};
